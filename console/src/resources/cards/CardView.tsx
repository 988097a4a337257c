import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CardTransition } from '@noa/domain/card.ts';
import { card as cardKind } from '@noa/domain/kinds/card.ts';
import type { CardQuery } from '../../api/generated/graphql.ts';
import { paths } from '../../paths.ts';
import { cardStateText } from '../../access/card-state.ts';
import { historyTab } from '../../crud/history/history-tab.tsx';
import { useMoment } from '../../crud/history/moment.ts';
import { RecordLoader } from '../../crud/view/RecordLoader.tsx';
import { RecordPage, type Tab } from '../../crud/view/RecordPage.tsx';
import { useViewer } from '../../session/viewer.ts';
import { CardStatusBadge } from '../../ui/badges/CardStatusBadge.tsx';
import { None } from '../../ui/values/cells.tsx';
import { CopyId } from '../../ui/values/CopyId.tsx';
import { PanelButton } from '../../ui/page/Disclosure.tsx';
import { IconBlocked, IconErased, IconRetry, IconUnblocked } from '../../ui/icons.ts';
import { Moment } from '../../ui/values/Moment.tsx';
import { TextLink } from '../../ui/page/TextLink.tsx';
import { CardDocument } from './card.graphql.ts';
import { CardApartments } from './CardApartments.tsx';
import { WhereItOpens } from './WhereItOpens.tsx';

const CardEvents = lazy(async () => ({ default: (await import('../../events/CardEvents.tsx')).CardEvents }));
const CardTransitionDialog = lazy(async () => ({
  default: (await import('../../access/CardTransitionDialog.tsx')).CardTransitionDialog,
}));
const ReplaceCardDialog = lazy(async () => ({
  default: (await import('./ReplaceCardDialog.tsx')).ReplaceCardDialog,
}));
const CardOnLocks = lazy(async () => ({ default: (await import('../../access/CardOnLocks.tsx')).CardOnLocks }));

type Card = NonNullable<CardQuery['card']> & {
  /** When it was last blocked, and why, for those who may know. */
  readonly blocked: NonNullable<CardQuery['cardEvents']>['nodes'][number] | undefined;
};

export const Component = () => (
  <RecordLoader
    name="cards"
    permission="card:read"
    query={CardDocument}
    select={(data) => data.card && { ...data.card, blocked: data.cardEvents?.nodes[0] }}
    list={paths.cards.list}
  >
    {(card) => <CardView key={card.id} card={card} />}
  </RecordLoader>
);

function CardView({ card }: { card: Card }) {
  const { t, i18n } = useTranslation(['cards', 'common', 'access']);
  const viewer = useViewer();
  const { asOf } = useMoment();
  const [transition, setTransition] = useState<CardTransition | null>(null);
  const [replacing, setReplacing] = useState(false);
  const { id, org } = card;
  const holder = card.apartmentCards.find(({ active }) => active);

  const replaceable = card.viewerCanAssign && holder?.apartment;
  const state = cardStateText(t, card, card.blocked, i18n.language);

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
          <TextLink to={paths.apartments.view(holder.apartment.id)}>{holder.apartment.label}</TextLink>
          {', '}
          <Moment at={holder.createdAt} />
        </>
      ) : (
        <None />
      ),
    },
    { field: 'kind', value: t(`values.kind.${card.kind}`) },
    { field: 'serialNumber', value: <CopyId value={card.serialNumber} /> },
    org && { field: 'orgId', value: org.name },
  ];
  const tabs: (Tab | false | null)[] = [
    // Where it opens, and what it did of late, are asked of the present only.
    asOf === null && { id: 'opens', label: t('opens.title'), content: <WhereItOpens card={card} /> },
    ...(asOf === null && viewer.may('cardEvent:readWho')
      ? [{ id: 'events', label: t('events.title'), content: <CardEvents of={{ cardId: id }} /> }]
      : []),
    { id: 'apartments', label: t('held.title'), content: <CardApartments card={card} /> },
    historyTab(viewer, i18n, cardKind, id),
  ];

  return (
    <>
      <RecordPage
        name="cards"
        record={card}
        title={card.displaySerialNumber}
        above={[{ label: t('title'), to: paths.cards.list }]}
        badge={<CardStatusBadge status={card.status} />}
        actions={
          <>
            {card.viewerCanBlock && (
              <Button
                variant="default"
                leftSection={<IconBlocked size={16} aria-hidden />}
                onClick={() => setTransition('block')}
              >
                {t('common:actions.block')}
              </Button>
            )}
            {card.viewerCanUnblock && (
              <Button leftSection={<IconUnblocked size={16} aria-hidden />} onClick={() => setTransition('unblock')}>
                {t('common:actions.unblock')}
              </Button>
            )}
            {replaceable && (
              <Button
                variant="default"
                leftSection={<IconRetry size={16} aria-hidden />}
                onClick={() => setReplacing(true)}
              >
                {t('replace.action')}
              </Button>
            )}
          </>
        }
        menu={
          card.viewerCanErase &&
          ((close) => (
            <PanelButton
              icon={IconErased}
              danger
              onClick={() => {
                close();
                setTransition('erase');
              }}
            >
              {t('erase.action')}
            </PanelButton>
          ))
        }
        facts={facts}
        tabs={tabs}
      />
      {replacing && replaceable && (
        <Suspense>
          <ReplaceCardDialog card={card} apartment={replaceable.label} onClose={() => setReplacing(false)} />
        </Suspense>
      )}
      {transition && (
        <Suspense>
          <CardTransitionDialog card={card} transition={transition} onClose={() => setTransition(null)} />
        </Suspense>
      )}
    </>
  );
}
