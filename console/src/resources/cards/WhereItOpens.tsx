import { Stack, Text, Title } from '@mantine/core';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { describeFailure } from '../../api/failure.ts';
import type { CardQuery } from '../../api/generated/graphql.ts';
import { useQuery } from '../../api/use-query.ts';
import { paths } from '../../paths.ts';
import { pickers } from '../../pickers/pickers.ts';
import { ListFailed } from '../../crud/list/ListEmpty.tsx';
import { RecordSelect } from '../../crud/picker/RecordSelect.tsx';
import { useAddress } from '../../ui/page/use-address.ts';
import { LoadingScreen } from '../../ui/page/LoadingPage.tsx';
import { TextLink } from '../../ui/page/TextLink.tsx';
import { CardOpensDocument } from './card.graphql.ts';
import classes from './WhereItOpens.module.css';
import { part } from '../../loading/part.ts';

const AccessAnswer = part(async () => (await import('../../access/AccessAnswer.tsx')).AccessAnswer);

type Card = NonNullable<CardQuery['card']>;

/** Where the card opens, and whether and why it opens a given container. */
export function WhereItOpens({ card }: { card: Card }) {
  const { t } = useTranslation(['cards', 'common']);
  const cardId = card.id;
  const [address, set] = useAddress();
  const containerId = address.get('container');
  return (
    <Stack maw={720}>
      <OpenedGroups card={card} />
      <Title order={2} fz="md">
        {t('opens.check')}
      </Title>
      <RecordSelect
        picker={pickers.container}
        label={t('opens.container')}
        description={t('opens.hint')}
        aria-keyshortcuts="F"
        value={containerId}
        onChange={(id) => set({ container: id }, 'replace')}
      />
      {containerId && (
        <Suspense fallback={<LoadingScreen />}>
          <AccessAnswer cardId={cardId} containerId={containerId} />
        </Suspense>
      )}
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
      {!holder && status !== 'erased' && <Text fz="sm">{t('opens.free')}</Text>}
      {error && (
        <ListFailed failure={describeFailure(error)} permission="containerGroup:read" onRetry={() => void refetch()} />
      )}
      {groups?.length === 0 && <Text fz="sm">{t('opens.nothing')}</Text>}
      <ul className={`plain fingers ${classes.groups}`}>
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
