import { useTranslation } from 'react-i18next';
import type { HistoryPartsFragment } from '../../api/generated/graphql.ts';
import { formatNumber } from '../../ui/values/format.ts';
import classes from './ReadingCurve.module.css';

interface Props {
  kind: 'battery_life_pct' | 'fill_level_pct';
  history: HistoryPartsFragment;
}

/** What the lines of a curve stand for. */
export function CurveLegend({ kind, history }: Props) {
  const { t, i18n } = useTranslation(['statusUpdates', 'common']);
  return (
    <ul className={classes.legend}>
      {(['warning', 'error'] as const).map((level) => (
        <li key={level}>
          <svg width="20" height="12" aria-hidden>
            <line x2="20" y1="6" y2="6" className={classes.threshold} data-level={level} />
          </svg>{' '}
          {t(`history.threshold.${kind}`, {
            level: t(`common:values.statusLevel.${level}`),
            value: formatNumber(history[`${level}Pct`], i18n.language),
          })}
        </li>
      ))}
      {history.emptyings.length > 0 && (
        <li>
          <svg width="12" height="12" aria-hidden className={classes.emptying}>
            <path d="M1 2h10l-5 8z" />
          </svg>{' '}
          {t('history.emptyings', { count: history.emptyings.length })}
        </li>
      )}
    </ul>
  );
}
