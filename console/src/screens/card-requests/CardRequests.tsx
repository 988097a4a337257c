import { useMutation } from '@apollo/client/react';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CardRequestState } from '@noa/domain/card-request.ts';
import { cardLimits } from '@noa/domain/card.ts';
import type { CardRequestsQuery } from '../../api/generated/graphql.ts';
import { AcceptCardRequestDocument } from '../../api/mutations/generated/accept-card-request.graphql.ts';
import { RefuseCardRequestDocument } from '../../api/mutations/generated/refuse-card-request.graphql.ts';
import { useQuery } from '../../api/use-query.ts';
import { problemText } from '../../crud/form/problem-text.ts';
import { TaskDialog } from '../../crud/form/TaskDialog.tsx';
import { paths } from '../../paths.ts';
import { useGrowingList } from '../../crud/list/use-growing-list.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { IconNone } from '../../ui/icons.ts';
import { Line, Lines } from '../../ui/page/Lines.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { Tabs } from '../../ui/page/Tabs.tsx';
import { TextLink } from '../../ui/page/TextLink.tsx';
import { useAddress } from '../../ui/page/use-address.ts';
import { actorName } from '../../ui/values/actor.ts';
import { formatNumber } from '../../ui/values/format.ts';
import { Moment } from '../../ui/values/Moment.tsx';
import { CardRequestsDocument, CountCardRequestsDocument } from './card-request.graphql.ts';

const order = ['open', 'refused', 'accepted'] as const satisfies readonly CardRequestState[];

/** The cards that were asked for at hand-overs: those that wait, and what became of the others. */
export function Component() {
  const { t } = useTranslation(['cardRequests', 'cards']);
  const [address, set] = useAddress();
  const state = order.find((each) => each === address.get('state')) ?? 'open';
  const above = [{ label: t('cards:title'), to: paths.cards.list }];
  return (
    <Page title={t('title')} above={above} beside={<Waiting />}>
      <Tabs
        tabs={order.map((id) => ({ id, label: t(`tabs.${id}`) }))}
        open={state}
        onOpen={(id) => set({ state: id === 'open' ? null : id })}
      >
        <Requests state={state} />
      </Tabs>
    </Page>
  );
}

/** How many wait; settling one counts them anew. */
function Waiting() {
  const { t, i18n } = useTranslation('cardRequests');
  const { data } = useQuery(CountCardRequestsDocument, { fetchPolicy: 'cache-and-network' });
  const count = data?.cardRequests.totalCount;
  return (
    count !== undefined && (
      <Text c="dimmed" aria-live="polite">
        {t('waiting', { count, formatted: formatNumber(count, i18n.language) })}
      </Text>
    )
  );
}

function Requests({ state }: { state: CardRequestState }) {
  const { t } = useTranslation('cardRequests');
  const { page, pending, more, loading } = useGrowingList({
    query: CardRequestsDocument,
    variables: { state },
    select: ({ cardRequests }) => cardRequests,
    permission: 'cardRequest:read',
    more: t('more'),
  });
  if (!page) {
    return pending;
  }
  if (page.nodes.length === 0) {
    return <EmptyState icon={IconNone} title={t(`empty.${state}`)} />;
  }
  return (
    <Stack gap="sm">
      <Lines busy={loading}>
        {page.nodes.map((request) => (
          <CardRequestRow key={request.id} request={request} />
        ))}
      </Lines>
      {more}
    </Stack>
  );
}

type CardRequest = CardRequestsQuery['cardRequests']['nodes'][number];

interface Props {
  request: CardRequest;
}

/** A card that was asked for, with what may be done about it. */
function CardRequestRow({ request }: Props) {
  const { t } = useTranslation(['cardRequests', 'common']);
  const [asked, setAsked] = useState<'accept' | 'refuse' | null>(null);
  const { displaySerialNumber, apartment, requestedBy, createdAt, reason, viewerCanSettle } = request;
  return (
    <Line
      what={
        <>
          <strong>{displaySerialNumber}</strong>
          {apartment && <TextLink to={paths.apartments.view(apartment.id)}>{apartment.label}</TextLink>}
          <Text component="span" fz="sm" c="dimmed">
            {t('sent', { person: requestedBy ? actorName(requestedBy, t) : t('common:somebody') })},{' '}
            <Moment at={createdAt} />
          </Text>
          {reason && <span>{t('reason', { reason })}</span>}
        </>
      }
    >
      {viewerCanSettle && (
        <Group gap="xs">
          <Button size="xs" onClick={() => setAsked('accept')}>
            {t('accept.action')}
          </Button>
          <Button size="xs" variant="default" onClick={() => setAsked('refuse')}>
            {t('refuse.action')}
          </Button>
        </Group>
      )}
      {asked && <SettleDialog request={request} deed={asked} onClose={() => setAsked(null)} />}
    </Line>
  );
}

interface DialogProps extends Props {
  /** What is done with it. */
  deed: 'accept' | 'refuse';
  onClose: () => void;
}

/** Asks before a request is answered; a refusal says why. */
function SettleDialog({ request: { id, rowId, displaySerialNumber, apartment }, deed, onClose }: DialogProps) {
  const { t } = useTranslation(['cardRequests', 'common']);
  const [accept] = useMutation(AcceptCardRequestDocument);
  const [refuse] = useMutation(RefuseCardRequestDocument);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const texts = { card: displaySerialNumber, apartment: apartment?.label ?? '' };
  const said = problem && problemText(t, 'cardRequests', problem);
  return (
    <TaskDialog
      title={t(`${deed}.title`)}
      action={t(`${deed}.action`)}
      run={() =>
        deed === 'accept' ? accept({ variables: { id, rowId } }) : refuse({ variables: { id, rowId, reason } })
      }
      done={t(`${deed}.done`, texts)}
      onRefused={({ fields }) => {
        const about = fields[deed === 'accept' ? 'serialNumber' : 'reason'];
        setProblem(about ?? null);
        return about !== undefined;
      }}
      refreshes
      onClose={onClose}
    >
      <Text fz="sm">{t(`${deed}.text`, texts)}</Text>
      {deed === 'refuse' ? (
        <TextInput
          label={t('refuse.reason')}
          description={t('refuse.hint')}
          maxLength={cardLimits.reasonLength}
          value={reason}
          error={said}
          autoFocus
          required
          onChange={(event) => {
            setReason(event.currentTarget.value);
            setProblem(null);
          }}
        />
      ) : (
        said && (
          <Text fz="sm" c="red" role="alert">
            {said}
          </Text>
        )
      )}
    </TaskDialog>
  );
}
