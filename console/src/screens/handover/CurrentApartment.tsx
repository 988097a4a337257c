import { Anchor, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { returnsHere } from '../../crud/use-leave.ts';
import { CardStatusBadge } from '../../ui/badges/CardStatusBadge.tsx';
import classes from './Handover.module.css';
import { OccupierMark } from './OccupierMark.tsx';
import { heldCards, type HandoverApartment } from './use-handover.ts';

/** The apartment the next card goes to, large enough to be read while one hands out. */
export function CurrentApartment({ apartment }: { apartment: HandoverApartment }) {
  const { t } = useTranslation('handover');
  const held = heldCards(apartment);
  const occupier = [apartment.occupierName, apartment.occupierFirstName].filter(Boolean).join(' ');
  return (
    <section className={classes.current} aria-label={t('current')}>
      <h2 aria-live="polite">{t('apartment', { number: apartment.addrAp })}</h2>
      {occupier && <p>{occupier}</p>}
      <Group gap="sm">
        <OccupierMark apartment={apartment} />
        {apartment.viewerCanUpdateOccupier && (
          <Anchor component={Link} to={paths.apartments.update(apartment.id)} state={returnsHere} fz="sm">
            {t('occupier.complete')}
          </Anchor>
        )}
      </Group>
      <ul className={classes.held} aria-label={t('cards')}>
        {held.map(({ id, card }) => (
          <li key={id}>
            <strong>{card?.displaySerialNumber}</strong>
            {card && card.status !== 'normal' && <CardStatusBadge status={card.status} />}
          </li>
        ))}
        {held.length === 0 && <li>{t('noCard')}</li>}
      </ul>
    </section>
  );
}
