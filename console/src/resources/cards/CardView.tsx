import { Button, Text } from '@mantine/core';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { card as cardKind } from '@noa/domain/kinds/card.ts';
import { paths } from '../../paths.ts';
import { cardStateText } from '../../access/card-state.ts';
import { recordView } from '../../crud/declared/record-view.tsx';
import { useAskedTask } from '../../crud/use-asked-task.ts';
import { useMoment } from '../../crud/history/moment.ts';
import type { Tab } from '../../crud/view/RecordPage.tsx';
import { useViewer } from '../../session/viewer.ts';
import { CardStatusBadge } from '../../ui/badges/CardStatusBadge.tsx';
import { None } from '../../ui/values/cells.tsx';
import { CopyId } from '../../ui/values/CopyId.tsx';
import { PanelButton } from '../../ui/page/Disclosure.tsx';
import { IconBlocked, IconErased, IconNone, IconRetry, IconUnblocked } from '../../ui/icons.ts';
import { Moment } from '../../ui/values/Moment.tsx';
import { TextLink } from '../../ui/page/TextLink.tsx';
import { CardDocument } from './card.graphql.ts';
import { WhereItOpens } from './WhereItOpens.tsx';
import { part } from '../../loading/part.ts';
import type { CardQuery } from '../../api/generated/graphql.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { formatExact } from '../../ui/values/format.ts';
import classes from './WhereItOpens.module.css';

const CardEvents = part(async () => (await import('../../events/CardEvents.tsx')).CardEvents);
const CardTransitionDialog = part(
  async () => (await import('../../access/CardTransitionDialog.tsx')).CardTransitionDialog,
);
const ReplaceCardDialog = part(async () => (await import('./ReplaceCardDialog.tsx')).ReplaceCardDialog);
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
            <Suspense>
              <ReplaceCardDialog card={card} apartment={replaceable.label} onClose={() => ask(null)} />
            </Suspense>
          )}
          {asked !== null && asked !== 'replace' && (
            <Suspense>
              <CardTransitionDialog key={asked} card={card} transition={asked} onClose={() => ask(null)} />
            </Suspense>
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
