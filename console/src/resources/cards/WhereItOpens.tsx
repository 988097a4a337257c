import { Stack, Text, Title } from '@mantine/core';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { CardQuery } from '../../api/generated/graphql.ts';
import { paths } from '../../paths.ts';
import { pickers } from '../../pickers/pickers.ts';
import { useGrowingList } from '../../crud/list/use-growing-list.tsx';
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

/** The container groups that the card's apartment may use, and those that nobody needs a card for: a town may have many. */
function OpenedGroups({ card: { status, apartmentCards } }: { card: Card }) {
  const { t } = useTranslation('cards');
  const holder = apartmentCards.find(({ active }) => active)?.apartment;
  return (
    <section aria-labelledby="opened-groups">
      <Title order={2} fz="md" mb="xs" id="opened-groups">
        {t('opens.groups')}
      </Title>
      {!holder && status !== 'erased' && <Text fz="sm">{t('opens.free')}</Text>}
      {holder && <GroupsOf apartmentId={holder.id} />}
    </section>
  );
}

function GroupsOf({ apartmentId }: { apartmentId: string }) {
  const { t } = useTranslation(['cards', 'common']);
  const { page, pending, more } = useGrowingList({
    query: CardOpensDocument,
    variables: { apartmentId },
    select: ({ apartment }) => apartment?.containerGroups,
    permission: 'containerGroup:read',
    height: 60,
    more: t('opens.more'),
  });
  if (!page) {
    return pending;
  }
  return (
    <>
      {page.nodes.length === 0 && <Text fz="sm">{t('opens.nothing')}</Text>}
      <ul className={`plain fingers ${classes.groups}`}>
        {page.nodes.map(({ id, label, accessMode, containerCount }) => (
          <li key={id}>
            <TextLink to={paths.containerGroups.view(id)}>{label}</TextLink>
            <span>{t('common:counts.container', { count: containerCount })}</span>
            <span>{t(`common:values.accessMode.${accessMode}`)}</span>
          </li>
        ))}
      </ul>
      {more}
    </>
  );
}
