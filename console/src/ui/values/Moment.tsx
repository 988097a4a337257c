import { useTranslation } from 'react-i18next';
import { useNow } from './clock.ts';
import { isInfinite } from '@noa/domain/vocabulary.ts';
import { formatExact, formatRelative } from './format.ts';
import classes from './Moment.module.css';

interface Props {
  at: string;
}

/** When something was, relative to now; the exact time shows on hover, on focus and on paper. */
export function Moment({ at }: Props) {
  const { t, i18n } = useTranslation();
  const now = useNow();
  if (isInfinite(at)) {
    return <>{t('noEnd')}</>;
  }
  return (
    <button
      type="button"
      className={classes.moment}
      onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
    >
      <time dateTime={at}>{formatRelative(at, i18n.language, now)}</time>
      <span className={classes.exact}>{formatExact(at, i18n.language)}</span>
    </button>
  );
}

/** As `Moment`, but plain: a list has too many of them for each to be a stop of the Tab key. */
export function PlainMoment({ at }: Props) {
  const { t, i18n } = useTranslation();
  const now = useNow();
  if (isInfinite(at)) {
    return <>{t('noEnd')}</>;
  }
  return (
    <time dateTime={at} title={formatExact(at, i18n.language)} className={classes.plain}>
      {formatRelative(at, i18n.language, now)}
    </time>
  );
}
