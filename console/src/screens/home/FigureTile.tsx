import { useQuery } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { useViewer } from '../../session/viewer.ts';
import { Count } from '../../ui/values/cells.tsx';
import { formatNumber } from '../../ui/values/format.ts';
import type { Figure } from './figures.ts';
import { Tile } from './Tile.tsx';

/** A figure with a query of its own: what fails or takes its time holds up no other. */
export function FigureTile({ figure }: { figure: Figure }) {
  const { t, i18n } = useTranslation('home');
  const viewer = useViewer();
  const { name, opens } = figure;
  const { data, error, refetch } = useQuery(figure.query, {
    variables: figure.variables,
    fetchPolicy: 'cache-and-network',
  });
  const reading = data === undefined ? undefined : figure.read(data);
  const count = reading?.count;
  const other = reading?.other;
  return (
    <Tile
      label={t(`counts.${name}`)}
      to={opens && !viewer.may(opens) ? undefined : (reading?.to ?? figure.to)}
      value={count === undefined ? undefined : <Count value={count} />}
      hint={
        reading &&
        (other === undefined
          ? t(`hints.${name}`)
          : t(`hints.${name}`, { count: other, value: formatNumber(other, i18n.language) }))
      }
      error={error}
      onRetry={() => void refetch()}
    />
  );
}
