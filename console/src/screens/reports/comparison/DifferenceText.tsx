import { useTranslation } from 'react-i18next';
import type { ReportColumn } from '../answer/rows/cells.ts';
import { differenceOf } from './comparison.ts';
import classes from '../Report.module.css';

interface Props {
  column: ReportColumn;
  now: number | null;
  /** Of the other period; null where it has none. */
  before: number | null;
}

/** By how much a figure differs from the other period's: `+120 (+8,5 %)`, of percentages `+1,2 pp`. */
export function DifferenceText({ column, now, before }: Props) {
  const { t, i18n } = useTranslation('reports');
  const signed = (value: number, digits: number) =>
    new Intl.NumberFormat(i18n.language, { signDisplay: 'exceptZero', maximumFractionDigits: digits }).format(value);
  const plain = (value: number) => new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 }).format(value);
  const difference = differenceOf(now, before);
  if (!difference || before === null) {
    return <span className={classes.difference}>{t('compare.nothing')}</span>;
  }
  const { absolute, percent } = difference;
  const isPercent = column.type === 'percent';
  // As many decimals as the figure itself has: twelve minutes more of an hour are not none.
  const more = signed(absolute, column.type === 'int' ? 0 : 1);
  const text = isPercent ? t('compare.points', { value: more }) : more;
  const past = isPercent ? `${plain(before)} %` : plain(before);
  return (
    <span
      className={classes.difference}
      data-direction={absolute > 0 ? 'up' : absolute < 0 ? 'down' : undefined}
      title={t('compare.was', { value: past })}
    >
      <span>{text}</span>
      {!isPercent && percent !== null && (
        <>
          {' '}
          <span>({signed(percent, 1)} %)</span>
        </>
      )}
      <span className="visually-hidden">, {t('compare.was', { value: past })}</span>
    </span>
  );
}
