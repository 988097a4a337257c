import { memo, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './Handover.module.css';
import { OccupierMark } from './OccupierMark.tsx';
import { heldCards, type HandoverApartment } from './use-handover.ts';

interface Props {
  apartments: readonly HandoverApartment[];
  position: string;
  onGoTo: (id: string) => void;
}

/** The rows stand beside the scan field, not under it, where following them would scroll the field away. */
const besideTheDesk = '(min-width: 62em)';

/** What each apartment of the entrance has; the one that is on stays in sight. */
export function ApartmentRows({ apartments, position, onGoTo }: Props) {
  const { t } = useTranslation('handover');
  return (
    <ol className="plain" aria-label={t('apartments')}>
      {apartments.map((apartment) => (
        <Row key={apartment.id} apartment={apartment} isCurrent={apartment.id === position} onGoTo={onGoTo} />
      ))}
    </ol>
  );
}

interface RowProps {
  apartment: HandoverApartment;
  isCurrent: boolean;
  onGoTo: (id: string) => void;
}

// One scan changes two rows of perhaps two hundred.
const Row = memo(
  function Row({ apartment, isCurrent, onGoTo }: RowProps) {
    const { t } = useTranslation('handover');
    const element = useRef<HTMLLIElement>(null);
    const held = heldCards(apartment);

    useEffect(
      function stayVisible() {
        if (isCurrent && window.matchMedia(besideTheDesk).matches) {
          element.current?.scrollIntoView({ block: 'nearest' });
        }
      },
      [isCurrent],
    );

    return (
      <li ref={element} className={classes.row} aria-current={isCurrent ? 'step' : undefined}>
        <button type="button" tabIndex={-1} onClick={() => onGoTo(apartment.id)}>
          {t('apartment', { number: apartment.addrAp })}
        </button>
        <span className={classes.who}>
          {[apartment.occupierName, apartment.occupierFirstName].filter(Boolean).join(' ')}
        </span>
        <span className={classes.codes}>
          {held.map(({ card }) => card?.displaySerialNumber).join(', ') || t('noCard')}
        </span>
        <OccupierMark apartment={apartment} />
      </li>
    );
  },
  // The handler is new at each render, and does the same.
  (before, after) => before.apartment === after.apartment && before.isCurrent === after.isCurrent,
);
