import { Button, Stack, Text, Title } from '@mantine/core';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { card as cardKind } from '@noa/domain/kinds/card.ts';
import { useGrowingList } from '../../crud/list/use-growing-list.tsx';
import { RecordSelect } from '../../crud/picker/RecordSelect.tsx';
import { paths } from '../../paths.ts';
import { cardStateText } from '../../access/card-state.ts';
import { recordView } from '../../crud/declared/record-view.tsx';
import { useAskedTask } from '../../crud/use-asked-task.ts';
import { useMoment } from '../../crud/history/moment.ts';
import type { Tab } from '../../crud/view/RecordPage.tsx';
import { pickers } from '../../pickers/pickers.ts';
import { useViewer } from '../../session/viewer.ts';
import { CardStatusBadge } from '../../ui/badges/CardStatusBadge.tsx';
import { LoadingScreen } from '../../ui/page/LoadingPage.tsx';
import { useAddress } from '../../ui/page/use-address.ts';
import { None } from '../../ui/values/cells.tsx';
import { CopyId } from '../../ui/values/CopyId.tsx';
import { PanelButton } from '../../ui/page/Disclosure.tsx';
import { IconBlocked, IconErased, IconNone, IconRetry, IconUnblocked } from '../../ui/icons.ts';
import { Moment } from '../../ui/values/Moment.tsx';
import { TextLink } from '../../ui/page/TextLink.tsx';
import { CardDocument, CardOpensDocument } from './card.graphql.ts';
import { part } from '../../loading/part.ts';
import type { CardQuery } from '../../api/generated/graphql.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { formatExact } from '../../ui/values/format.ts';
import classes from './WhereItOpens.module.css';

const CardEvents = part(async () => (await import('../../events/CardEvents.tsx')).CardEvents);
const CardTransitionDialog = part(
  async () => (await import('../../access/CardTransitionDialog.tsx')).CardTransitionDialog,
  null,
);
const ReplaceCardDialog = part(async () => (await import('./ReplaceCardDialog.tsx')).ReplaceCardDialog, null);
const CardOnLocks = part(async () => (await import('../../access/CardOnLocks.tsx')).CardOnLocks);

export const Component = recordView(cardKind, {
  query: CardDocument,
  useParts(card, data) {
    const { t, i18n } = useTranslation(['cards', 'common', 'access']);
    const viewer = useViewer();
    const { asOf } = useMoment();
    const { id } = card;
    const holder = card.apartmentCards.find(({ active }) => active);

    const replaceable = card.viewerCanAssign && holder?.apartment;
    const [asked, ask] = useAskedTask({
      block: card.viewerCanBlock,
      unblock: card.viewerCanUnblock,
      erase: card.viewerCanErase,
      replace: Boolean(replaceable),
    });
    const state = cardStateText(t, card, data.cardEvents?.nodes[0], i18n.language);

    const facts = [
      state !== null && { field: 'status', value: state, wide: true },
      asOf === null && {
        field: 'locks',
        wide: true,
        value: (
          <Suspense fallback={t('common:loading.screen')}>
            <CardOnLocks key={card.rowId} cardId={id} />
          </Suspense>
        ),
      },
      {
        field: 'apartment',
        value: holder?.apartment ? (
          <>
            <TextLink inSentence to={paths.apartments.view(holder.apartment.id)}>
              {holder.apartment.label}
            </TextLink>
            {', '}
            <Moment at={holder.createdAt} />
          </>
        ) : (
          <None />
        ),
      },
      card.araCard !== null && {
        field: 'phone',
        value: (
          <>
            {card.araCard.holder && `${card.araCard.holder}, `}
            <Moment at={card.araCard.createdAt} />
          </>
        ),
      },
      { field: 'serialNumber', value: <CopyId value={card.serialNumber} /> },
    ];
    const tabs: (Tab | false | null)[] = [
      // Where it opens, and what it did of late, are asked of the present only.
      asOf === null && { id: 'opens', label: t('opens.title'), content: <WhereItOpens card={card} /> },
      ...(asOf === null && viewer.may('cardEvent:readWho')
        ? [{ id: 'events', label: t('events.title'), content: <CardEvents of={{ cardId: id }} /> }]
        : []),
      { id: 'apartments', label: t('held.title'), content: <CardApartments card={card} /> },
    ];

    return {
      title: card.displaySerialNumber,
      badge: <CardStatusBadge status={card.status} />,
      actions: (
        <>
          {card.viewerCanBlock && (
            <Button
              variant="default"
              aria-keyshortcuts="B"
              leftSection={<IconBlocked size={16} aria-hidden />}
              onClick={() => ask('block')}
            >
              {t('common:actions.block')}
            </Button>
          )}
          {card.viewerCanUnblock && (
            <Button leftSection={<IconUnblocked size={16} aria-hidden />} onClick={() => ask('unblock')}>
              {t('common:actions.unblock')}
            </Button>
          )}
          {replaceable && (
            <Button
              variant="default"
              aria-keyshortcuts="R"
              leftSection={<IconRetry size={16} aria-hidden />}
              onClick={() => ask('replace')}
            >
              {t('replace.action')}
            </Button>
          )}
        </>
      ),
      menu: card.viewerCanErase && (
        <PanelButton icon={IconErased} danger onClick={() => ask('erase')}>
          {t('erase.action')}
        </PanelButton>
      ),
      first: ['status', 'locks', 'apartment', 'kind', 'phone', 'serialNumber'],
      without: ['displaySerialNumber', 'status'],
      facts,
      tabs,
      dialog: (
        <>
          {asked === 'replace' && replaceable && (
            <ReplaceCardDialog card={card} apartment={replaceable.label} onClose={() => ask(null)} />
          )}
          {asked !== null && asked !== 'replace' && (
            <CardTransitionDialog key={asked} card={card} transition={asked} onClose={() => ask(null)} />
          )}
        </>
      ),
    };
  },
});

/** The apartment that holds the card, and those that held it before, with the dates. */
function CardApartments({ card }: { card: NonNullable<CardQuery['card']> }) {
  const { t, i18n } = useTranslation('cards');
  if (card.apartmentCards.length === 0) {
    return <EmptyState icon={IconNone} title={t('held.none')} />;
  }
  return (
    <ol className={`plain ${classes.groups}`} aria-label={t('held.title')}>
      {card.apartmentCards.map(({ id, apartment, createdAt, endedAt }) => {
        const from = formatExact(createdAt, i18n.language);
        return (
          <li key={id}>
            {apartment ? (
              <TextLink to={paths.apartments.view(apartment.id)}>{apartment.label}</TextLink>
            ) : (
              <Text fz="sm">{t('held.unknown')}</Text>
            )}
            <span>
              {endedAt ? t('held.past', { from, to: formatExact(endedAt, i18n.language) }) : t('held.now', { from })}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

const AccessAnswer = part(async () => (await import('../../access/AccessAnswer.tsx')).AccessAnswer, <LoadingScreen />);

type Card = NonNullable<CardQuery['card']>;

/** Where the card opens, and whether and why it opens a given container. */
function WhereItOpens({ card }: { card: Card }) {
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
      {containerId && <AccessAnswer cardId={cardId} containerId={containerId} />}
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
