import { useQuery } from '@apollo/client/react';
import { Alert, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { describeFailure } from '../../api/failure.ts';
import type { CardQuery, MayOpenQuery } from '../../api/generated/graphql.ts';
import { paths, recordPath } from '../../paths.ts';
import { containerPicker } from '../../pickers/pickers.ts';
import { ListFailed } from '../../resource/ListEmpty.tsx';
import { RecordSelect } from '../../resource/RecordSelect.tsx';
import { IconNormal, IconOff } from '../../ui/icons.ts';
import { useAddress } from '../../ui/use-address.ts';
import { LoadingScreen } from '../../ui/LoadingPage.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { CardOpensDocument, MayOpenDocument } from './card.graphql.ts';
import classes from './WhereItOpens.module.css';

type Card = NonNullable<CardQuery['card']>;

/** Where the card opens, and whether it opens a given container, and by which rules: what people call about (domain.md, "Who opens what"). */
export function WhereItOpens({ card }: { card: Card }) {
  const { t } = useTranslation(['cards', 'common']);
  const cardId = card.id;
  const [address, set] = useAddress();
  const containerId = address.get('container');
  const { data, error, refetch } = useQuery(MayOpenDocument, {
    variables: { cardId, containerId: containerId ?? '' },
    skip: !containerId,
    fetchPolicy: 'network-only',
  });
  return (
    <Stack maw={720}>
      <OpenedGroups card={card} />
      <Title order={2} fz="md">
        {t('opens.check')}
      </Title>
      <RecordSelect
        picker={containerPicker}
        label={t('opens.container')}
        description={t('opens.hint')}
        value={containerId}
        onChange={(id) => set({ container: id }, 'replace')}
      />
      {containerId && error && (
        <ListFailed failure={describeFailure(error)} permission="card:read" onRetry={() => void refetch()} />
      )}
      {containerId && !error && (data ? <Decision decision={data.mayOpen} /> : <LoadingScreen />)}
    </Stack>
  );
}

/** The container groups that the card's apartment may use. */
function OpenedGroups({ card: { status, apartmentCards } }: { card: Card }) {
  const { t } = useTranslation(['cards', 'common']);
  const holder = apartmentCards.find(({ active }) => active)?.apartment;
  const { data, error, refetch } = useQuery(CardOpensDocument, {
    variables: { apartmentId: holder?.id ?? '' },
    skip: !holder,
  });
  const groups = data?.apartment?.containerGroups.nodes;
  return (
    <section aria-labelledby="opened-groups">
      <Title order={2} fz="md" mb="xs" id="opened-groups">
        {t('opens.groups')}
      </Title>
      {status !== 'normal' && <Text fz="sm">{t('opens.notNormal')}</Text>}
      {!holder && status !== 'erased' && <Text fz="sm">{t('opens.free')}</Text>}
      {error && (
        <ListFailed failure={describeFailure(error)} permission="containerGroup:read" onRetry={() => void refetch()} />
      )}
      {groups?.length === 0 && <Text fz="sm">{t('opens.nothing')}</Text>}
      <ul className={classes.groups}>
        {groups?.map(({ id, label, accessMode, containerCount }) => (
          <li key={id}>
            <TextLink to={paths.containerGroups.view(id)}>{label}</TextLink>
            <span>{t('common:counts.container', { count: containerCount })}</span>
            <span>{t(`common:values.accessMode.${accessMode}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Decision({ decision: { allowed, reasons } }: { decision: MayOpenQuery['mayOpen'] }) {
  const { t } = useTranslation('cards');
  return (
    <Alert
      color={allowed ? 'green' : 'red'}
      icon={allowed ? <IconNormal aria-hidden /> : <IconOff aria-hidden />}
      title={t(allowed ? 'opens.yes' : 'opens.no')}
      role="status"
    >
      <ol className={classes.reasons}>
        {reasons.map(({ rule, holds, via }) => (
          <li key={rule}>
            {holds ? <IconNormal size={16} aria-hidden /> : <IconOff size={16} aria-hidden />}
            <span>
              <strong>{t(holds ? 'opens.holds' : 'opens.fails')}</strong> {t(`rules.${rule}`)}
              {via.length > 0 && (
                <Text component="span" fz="sm" display="block">
                  {via.map((record, index) => (
                    <span key={`${record.kind} ${record.id}`}>
                      {index > 0 && ' › '}
                      <Via record={record} />
                    </span>
                  ))}
                </Text>
              )}
            </span>
          </li>
        ))}
      </ol>
    </Alert>
  );
}

function Via({ record: { kind, id, label } }: { record: { kind: string; id: string; label: string } }) {
  const path = recordPath(kind, id);
  return path ? <TextLink to={path}>{label}</TextLink> : <>{label}</>;
}
