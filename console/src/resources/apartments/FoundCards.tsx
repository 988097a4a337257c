import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isRandomUid, type Reading } from '@noa/domain/codes/card-code.ts';
import { CardStatusBadge } from '../../ui/badges/CardStatusBadge.tsx';
import classes from './ApartmentCards.module.css';
import { canBeGiven, holderOf, type CardSearch, type FoundCard } from './use-card-search.ts';

interface Props {
  search: CardSearch;
  busy: boolean;
  /** Whether a card that is not registered can be registered; else the org is asked for it. */
  registers: boolean;
  onGive: (cardId: string) => void;
  onGiveNew: (serialNumber: string) => void;
}

/** The cards of a serial that was typed, and what can be done with each. */
export function FoundCards({ search, busy, registers, onGive, onGiveNew }: Props) {
  const { t } = useTranslation('apartments');
  return (
    <ul className={`plain ${classes.found}`} aria-label={t('assign.found')} aria-busy={search.loading}>
      {search.found.map((card) => (
        <li key={card.id}>
          <strong>{card.displaySerialNumber}</strong>
          <CardStatusBadge status={card.status} />
          <CardHolder card={card} />
          <Button size="xs" loading={busy} disabled={!canBeGiven(card)} onClick={() => onGive(card.id)}>
            {t('assign.give')}
          </Button>
        </li>
      ))}
      {search.isKnown &&
        search.readings.map((reading) => (
          <li key={reading.serialNumber}>
            <strong>{reading.displaySerialNumber}</strong>
            <NewCard reading={reading} busy={busy} registers={registers} onGive={onGiveNew} />
          </li>
        ))}
    </ul>
  );
}

function CardHolder({ card }: { card: FoundCard }) {
  const { t } = useTranslation('apartments');
  const holder = holderOf(card);
  return <span>{holder ? t('assign.heldBy', { apartment: holder.label }) : t('assign.free')}</span>;
}

interface NewCardProps extends Pick<Props, 'busy' | 'registers'> {
  reading: Reading;
  onGive: (serialNumber: string) => void;
}

/** A serial that no card has; one that its card makes up anew each time is none. */
function NewCard({ reading: { serialNumber }, busy, registers, onGive }: NewCardProps) {
  const { t } = useTranslation(['apartments', 'common']);
  if (isRandomUid(serialNumber)) {
    return <span>{t('common:form.randomSerial')}</span>;
  }
  return (
    <>
      <span>{t('assign.newCard', { serial: serialNumber })}</span>
      <Button size="xs" loading={busy} onClick={() => onGive(serialNumber)}>
        {t(registers ? 'assign.registerAndGive' : 'assign.request')}
      </Button>
    </>
  );
}
