import { useMutation } from '@apollo/client/react';
import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatClaimCode } from '@noa/domain/codes/claim-code.ts';
import type { ApartmentClaimCodesQuery, ClaimCodeState } from '../../api/generated/graphql.ts';
import { notifyFailure } from '../../api/notify-failure.ts';
import { CreateClaimCodeDocument } from '../../api/mutations/generated/create-claim-code.graphql.ts';
import { RevokeClaimCodeDocument } from '../../api/mutations/generated/revoke-claim-code.graphql.ts';
import { useQuery } from '../../api/use-query.ts';
import { paths } from '../../paths.ts';
import { ConfirmButton, ConfirmDialog } from '../../crud/ConfirmDialog.tsx';
import { Pending } from '../../crud/list/Pending.tsx';
import { Status } from '../../ui/values/cells.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { formatExact } from '../../ui/values/format.ts';
import { IconAdd, IconBlocked, IconCopied, IconLetter, IconNormal, IconOff, IconPrint } from '../../ui/icons.ts';
import { PlainMoment } from '../../ui/values/Moment.tsx';
import { notifySuccess } from '../../ui/notify.tsx';
import classes from './ApartmentCards.module.css';
import { ApartmentClaimCodesDocument } from './claim-code.graphql.ts';

type ClaimCode = NonNullable<NonNullable<ApartmentClaimCodesQuery['apartment']>['claimCodes']>[number];

interface Props {
  apartmentId: string;
  /** Where its letter is; null for those who do not see the entrance. */
  entranceId: string | null;
}

/** The codes with which residents claim the apartment: the one that is good, and what became of the others. */
export function ApartmentClaimCodes({ apartmentId, entranceId }: Props) {
  const { t } = useTranslation(['apartments', 'common']);
  const [asking, setAsking] = useState(false);
  const [create, { loading: creating }] = useMutation(CreateClaimCodeDocument, { fetchPolicy: 'no-cache' });
  const { data, error, refetch } = useQuery(ApartmentClaimCodesDocument, {
    variables: { id: apartmentId },
    // A code that opens doors is shown, and kept nowhere.
    fetchPolicy: 'no-cache',
  });
  const codes = data?.apartment?.claimCodes;
  const live = codes?.find(({ state }) => state === 'live');

  const handleCreate = async () => {
    try {
      await create({ variables: { apartmentId } });
      notifySuccess(t('claimCodes.created'));
      await refetch();
    } catch (failure) {
      notifyFailure(failure);
    }
  };

  if (error || !codes) {
    return <Pending error={error} refetch={refetch} permission="apartment:issueClaimCode" height={120} />;
  }
  const add = (
    <Button
      leftSection={<IconAdd size={16} aria-hidden />}
      loading={creating}
      onClick={() => (live ? setAsking(true) : void handleCreate())}
    >
      {t('claimCodes.create')}
    </Button>
  );
  return (
    <Stack gap="sm">
      {codes.length === 0 ? (
        <EmptyState icon={IconLetter} title={t('claimCodes.none.title')} actions={add}>
          {t('claimCodes.none.text')}
        </EmptyState>
      ) : (
        <>
          <Group justify="flex-end">{add}</Group>
          <ul className="plain" aria-label={t('claimCodes.title')}>
            {codes.map((code) => (
              <CodeRow
                key={code.id}
                code={code}
                letter={code.state === 'live' && entranceId ? paths.letter(entranceId, apartmentId) : null}
                onRevoked={() => void refetch()}
              />
            ))}
          </ul>
        </>
      )}
      {asking && (
        <ConfirmDialog
          title={t('claimCodes.create')}
          text={t('claimCodes.replaces')}
          action={t('claimCodes.create')}
          run={() => create({ variables: { apartmentId, replaces: live?.id } })}
          done={t('claimCodes.created')}
          onDone={() => void refetch()}
          onClose={() => setAsking(false)}
        />
      )}
    </Stack>
  );
}

const looks = {
  live: { icon: IconNormal, color: 'green' },
  redeemed: { icon: IconCopied, color: 'blue' },
  revoked: { icon: IconBlocked, color: 'gray' },
  expired: { icon: IconOff, color: 'gray' },
} as const satisfies Record<ClaimCodeState, object>;

interface RowProps {
  code: ClaimCode;
  letter: string | null;
  onRevoked: () => void;
}

function CodeRow({ code: { id, rowId, code, ...of }, letter, onRevoked }: RowProps) {
  const { t, i18n } = useTranslation('apartments');
  const [revoke] = useMutation(RevokeClaimCodeDocument, { fetchPolicy: 'no-cache' });
  const { state, createdAt, expiresAt, updatedAt, viewerCanRevoke } = of;
  return (
    <li className={classes.card} data-past={state !== 'live' || undefined}>
      {code && <strong>{formatClaimCode(code)}</strong>}
      <Status {...looks[state]} label={t(`claimCodes.states.${state}`)} />
      <span className={classes.when}>
        {t('claimCodes.issuedAt')} <PlainMoment at={createdAt} />
        {'; '}
        {t(`claimCodes.until.${state}`)}{' '}
        {formatExact(state === 'live' || state === 'expired' ? expiresAt : updatedAt, i18n.language)}
      </span>
      {letter && (
        <Button
          component={Link}
          to={letter}
          size="xs"
          variant="default"
          leftSection={<IconPrint size={16} aria-hidden />}
        >
          {t('claimCodes.letter')}
        </Button>
      )}
      {viewerCanRevoke && (
        <ConfirmButton
          title={t('claimCodes.revokeTitle')}
          text={t('claimCodes.revokeText')}
          action={t('claimCodes.revoke')}
          run={() => revoke({ variables: { id, rowId } })}
          done={t('claimCodes.revoked')}
          onDone={onRevoked}
        />
      )}
    </li>
  );
}
