import { Button, Stack, Text, Title } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '../../api/use-query.ts';
import { Outdated } from '../../crud/list/Outdated.tsx';
import { Pending } from '../../crud/list/Pending.tsx';
import { CardStatusBadge } from '../../ui/badges/CardStatusBadge.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { IconBlocked, IconCard } from '../../ui/icons.ts';
import { PlainMoment } from '../../ui/values/Moment.tsx';
import { cardsHeld, type OwnCard } from './own-cards.ts';
import { OwnCardsDocument } from './resident.graphql.ts';
import classes from './Resident.module.css';
import { part } from '../../loading/part.ts';

const CardTransitionDialog = part(
  async () => (await import('../../access/CardTransitionDialog.tsx')).CardTransitionDialog,
  null,
);
const CardQr = part(async () => (await import('./CardQr.tsx')).CardQr, null);

/** The cards of the own apartment, each to be blocked when it is lost. */
export function OwnCards({ apartmentId }: { apartmentId: string }) {
  const { t } = useTranslation('resident');
  const { data, error, refetch } = useQuery(OwnCardsDocument, {
    variables: { id: apartmentId },
    fetchPolicy: 'cache-and-network',
  });
  const cards = cardsHeld(data);
  return (
    <section aria-labelledby="own-cards">
      <Title order={3} fz="lg" mb="sm" id="own-cards">
        {t('cards.title')}
      </Title>
      {!data && <Pending error={error} refetch={refetch} permission="card:read" height={120} />}
      {data && <Outdated error={error} refetch={refetch} />}
      {data && cards.length === 0 && (
        <EmptyState icon={IconCard} order={4} title={t('cards.none')}>
          {t('cards.noneText')}
        </EmptyState>
      )}
      <ul className={`plain ${classes.panels}`}>
        {cards.map((card) => (
          <li key={card.id} className={classes.panel}>
            <CardPanel card={card} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function CardPanel({ card }: { card: OwnCard }) {
  const { t } = useTranslation('resident');
  const [blocking, setBlocking] = useState(false);
  const [showsQr, setShowsQr] = useState(false);
  const qrId = useId();
  const isUsablePhoneCard = card.kind === 'virtual' && card.status === 'normal';
  return (
    <Stack gap="sm">
      <div className={classes.line}>
        <span className={classes.code}>{card.displaySerialNumber}</span>
        <CardStatusBadge status={card.status} />
      </div>
      <Text>{t(`cards.kind.${card.kind}`)}</Text>
      {card.araCard && (
        <Text fz="sm">
          {t(card.araCard.isOwn ? 'cards.phone.own' : 'cards.phone.other')} <PlainMoment at={card.araCard.createdAt} />
        </Text>
      )}
      {isUsablePhoneCard && (
        <>
          <Button
            variant="default"
            size="md"
            aria-expanded={showsQr}
            aria-controls={qrId}
            onClick={() => setShowsQr(!showsQr)}
          >
            {t(showsQr ? 'cards.hideQr' : 'cards.showQr')}
          </Button>
          <div id={qrId} hidden={!showsQr}>
            {showsQr && <CardQr code={card.displaySerialNumber} />}
          </div>
        </>
      )}
      {card.status === 'blocked' && <Text>{t('cards.blockedText')}</Text>}
      {card.viewerCanBlock && (
        <Button
          variant="default"
          size="md"
          leftSection={<IconBlocked size={18} aria-hidden />}
          onClick={() => setBlocking(true)}
        >
          {t('cards.block', { card: card.displaySerialNumber })}
        </Button>
      )}
      {/* Only the administrator can undo it. */}
      {blocking && (
        <CardTransitionDialog card={card} transition="block" texts="resident" onClose={() => setBlocking(false)} />
      )}
    </Stack>
  );
}
