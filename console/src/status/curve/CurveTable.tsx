import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HistoryPartsFragment } from '../../api/generated/graphql.ts';
import { Quantity } from '../../ui/values/cells.tsx';
import { formatExact } from '../../ui/values/format.ts';
import { toldIn } from './curve.ts';
import classes from './ReadingCurve.module.css';

interface Props {
  kind: 'battery_life_pct' | 'fill_level_pct';
  history: HistoryPartsFragment;
}

/** The figures of a curve, for those who would rather read. */
export function CurveTable({ kind, history }: Props) {
  const { t, i18n } = useTranslation('statusUpdates');
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={classes.details} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('history.table')}</summary>
      {isOpen && (
        <table className={classes.table} aria-label={t(`kinds.${kind}`)}>
          <thead>
            <tr>
              <th scope="col">{t('list.when')}</th>
              <th scope="col">{t(`kinds.${kind}`)}</th>
            </tr>
          </thead>
          <tbody>
            {toldIn(history).map(({ at, pct }) => (
              <tr key={`${at} ${pct}`}>
                <th scope="row">{formatExact(at, i18n.language)}</th>
                <td>{pct === null ? t('kinds.emptying_detected') : <Quantity value={pct} unit="percent" />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </details>
  );
}
