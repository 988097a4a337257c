import { Anchor, Badge, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Reading } from '@noa/domain/codes/card-code.ts';
import type { CardsBySerialQuery } from '../../api/generated/graphql.ts';
import { paths } from '../../paths.ts';
import tables from '../../crud/list/RecordTable.module.css';
import { CardStatusBadge } from '../../ui/badges/CardStatusBadge.tsx';
import { None } from '../../ui/values/cells.tsx';
import classes from './Playground.module.css';

type FoundCard = CardsBySerialQuery['cards']['nodes'][number];

interface Props {
  readings: readonly Reading[];
  /** The serial that the server would take; null when it would take none. */
  taken: string | null;
  /** Cards the server found for this very text; null before it was asked, and for who may not read cards. */
  cards: readonly FoundCard[] | null;
}

/** Every way to understand what was typed, a row each, and whose card it would be. */
export function Readings({ readings, taken, cards }: Props) {
  const { t } = useTranslation('playground');
  if (readings.length === 0) {
    return null;
  }
  return (
    <div className={classes.wide} role="region" aria-label={t('readings.label')} tabIndex={0}>
      <table className={tables.table} aria-label={t('readings.label')}>
        <thead>
          <tr>
            <th scope="col">{t('readings.serialNumber')}</th>
            <th scope="col">{t('readings.code')}</th>
            <th scope="col">{t('readings.notation')}</th>
            <th scope="col">{t('readings.byteOrder')}</th>
            <th scope="col">{t('readings.bytes')}</th>
            <th scope="col">{t('readings.cards')}</th>
          </tr>
        </thead>
        <tbody>
          {readings.map(({ serialNumber, displaySerialNumber, notation, byteOrder }) => (
            <tr key={serialNumber} className={serialNumber === taken ? classes.taken : undefined}>
              <th scope="row">
                {serialNumber}
                {serialNumber === taken && (
                  <Badge ml={8} variant="default" tt="none" fw={500}>
                    {t('readings.taken')}
                  </Badge>
                )}
              </th>
              <td>{displaySerialNumber}</td>
              <td>{t(`readings.notations.${notation}`)}</td>
              <td>{t(`readings.byteOrders.${byteOrder}`)}</td>
              <td>{serialNumber.length / 2}</td>
              <td>
                {cards ? (
                  <Found cards={cards.filter((card) => card.serialNumber === serialNumber)} />
                ) : (
                  <Text fz="sm" c="dimmed">
                    {t('readings.ask')}
                  </Text>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Found({ cards }: { cards: readonly FoundCard[] }) {
  if (cards.length === 0) {
    return <None />;
  }
  return (
    <Stack gap={4}>
      {cards.map(({ id, displaySerialNumber, status, apartmentCards }) => (
        <div key={id}>
          <Anchor component={Link} to={paths.cards.view(id)} fz="sm">
            {displaySerialNumber}
          </Anchor>{' '}
          <CardStatusBadge status={status} />
          <Text fz="sm" c="dimmed">
            {apartmentCards.find(({ active }) => active)?.apartment?.label}
          </Text>
        </div>
      ))}
    </Stack>
  );
}
