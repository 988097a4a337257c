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

function wordsOf(cause: Cause, t: Texts, language: string, now: number): string {
  if (cause.of === 'nothing') {
    return t('cause.nothing');
  }
  if (cause.of === 'silence') {
    return t('cause.silence', { time: lasting(cause.since, language, now) });
  }
  const { reading, emptiedAt } = cause;
  const said = saidBy(reading, t, language, now);
  if (emptiedAt) {
    return t('cause.emptiedSince', { said, time: unbroken(formatRelative(emptiedAt, language, now)) });
  }
  const { since } = reading;
  return since && !isUnderAMinute(since, now) ? t('cause.since', { said, time: lasting(since, language, now) }) : said;
}

function saidBy({ kind, value, at }: Reading, t: Texts, language: string, now: number): string {
  const number = formatNumber(Number(value), language);
  switch (kind) {
    case 'fill_level_pct':
      return t('cause.fill', { value: number });
    case 'battery_life_pct':
      return t('cause.battery', { value: number });
    case 'emptying_detected':
      return t('cause.emptied', { time: unbroken(formatRelative(at, language, now)) });
    default:
      return [t(`kinds.${kind}`), kind === 'sync' ? null : value].filter(Boolean).join(' ');
  }
}

/**
 * Why the container is in its state and since when, in a few words: `Plin 96 % de 5 ore`. On a desk in one line, with all of them
 * also where there is no room; a phone has more lines.
 */
export function CauseText({ of }: { of: Told }) {
  const { t, i18n } = useTranslation('statusUpdates');
  const now = useNow();
  const words = causesOf(of)
    .map((cause) => wordsOf(cause, t, i18n.language, now))
    .join(' · ');
  return (
    <span className={classes.cause} title={words}>
      {words}
    </span>
  );
}
