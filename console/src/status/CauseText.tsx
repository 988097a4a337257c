import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useNow } from '../ui/values/clock.ts';
import { formatDuration, formatNumber, formatRelative, isUnderAMinute, unbroken } from '../ui/values/format.ts';
import { causesOf, type Cause, type Reading, type Told } from './cause.ts';
import classes from './CauseText.module.css';

type Texts = TFunction<'statusUpdates'>;

/** How long ago `at` was, in words that stay on one line: `5 ore`, `23 min.`. */
const lasting = (at: string, language: string, now: number) =>
  unbroken(formatDuration(now - Date.parse(at), language, 'short'));

/** What is said of a cause; of two parts the second says when, and stands also where the first has no room. */
function partsOf(cause: Cause, t: Texts, language: string, now: number): readonly string[] {
  if (cause.of === 'nothing') {
    return [t('cause.nothing')];
  }
  if (cause.of === 'silence') {
    return [t('cause.silence', { time: lasting(cause.since, language, now) })];
  }
  const { reading, emptiedAt } = cause;
  const said = saidBy(reading, t, language, now);
  if (emptiedAt) {
    return [
      `${said}, `,
      t('cause.emptiedSince', { time: unbroken(formatRelative(emptiedAt, language, now, 'short')) }),
    ];
  }
  const { since } = reading;
  return [
    since && !isUnderAMinute(since, now) ? t('cause.since', { said, time: lasting(since, language, now) }) : said,
  ];
}

function saidBy({ kind, value, at }: Reading, t: Texts, language: string, now: number): string {
  const number = formatNumber(Number(value), language);
  switch (kind) {
    case 'fill_level_pct':
      return t('cause.fill', { value: number });
    case 'battery_life_pct':
      return t('cause.battery', { value: number });
    case 'emptying_detected':
      return t('cause.emptied', { time: unbroken(formatRelative(at, language, now, 'short')) });
    default:
      return [t(`kinds.${kind}`), kind === 'sync' ? null : value].filter(Boolean).join(' ');
  }
}

const separator = ' · ';

/**
 * Why the container is in its state and since when, in a few words: `Plin 96 % de 5 ore`. On a desk in one line, of as many as
 * stand in it whole, and all of them on hover; a phone has more lines.
 */
export function CauseText({ of }: { of: Told }) {
  const { t, i18n } = useTranslation('statusUpdates');
  const now = useNow();
  const causes = causesOf(of).map((cause) => partsOf(cause, t, i18n.language, now));
  return (
    <span className={classes.cause} title={causes.map((parts) => parts.join('')).join(separator)}>
      {causes.map((parts, index) => (
        <span key={parts[0]} className={classes.one}>
          {index > 0 && separator}
          {parts.map((part) => (
            <span key={part}>{part}</span>
          ))}
        </span>
      ))}
    </span>
  );
}
