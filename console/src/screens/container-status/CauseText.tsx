import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../ui/values/clock.ts';
import { formatDuration, formatNumber, formatRelative } from '../../ui/values/format.ts';
import { causesOf, type Cause } from './cause.ts';
import classes from './ContainerStatus.module.css';
import type { Row } from './changes.ts';

type Texts = TFunction<['containerStatus', 'statusUpdates']>;

function wordsOf(cause: Cause, t: Texts, language: string, now: number): string {
  if (cause.of === 'nothing') {
    return t('cause.nothing');
  }
  if (cause.of === 'silence') {
    return t('cause.silence', { time: formatDuration(now - Date.parse(cause.since), language) });
  }
  const { reading, emptiedAt } = cause;
  const said = saidBy(reading, t, language, now);
  return emptiedAt ? t('cause.emptiedSince', { said, time: formatRelative(emptiedAt, language, now) }) : said;
}

function saidBy({ kind, value, at }: Row['readings'][number], t: Texts, language: string, now: number): string {
  const number = formatNumber(Number(value), language);
  switch (kind) {
    case 'fill_level_pct':
      return t('cause.fill', { value: number });
    case 'battery_life_pct':
      return t('cause.battery', { value: number });
    case 'emptying_detected':
      return t('cause.emptied', { time: formatRelative(at, language, now) });
    default:
      return [t(`statusUpdates:kinds.${kind}`), kind === 'sync' ? null : value].filter(Boolean).join(' ');
  }
}

/** Why the container is in its state, in a few words: `Baterie 10 %`. All of them also where there is no room. */
export function CauseText({ row }: { row: Row }) {
  const { t, i18n } = useTranslation(['containerStatus', 'statusUpdates']);
  const now = useNow();
  const words = causesOf(row)
    .map((cause) => wordsOf(cause, t, i18n.language, now))
    .join(' · ');
  return (
    <span className={classes.cause} title={words}>
      {words}
    </span>
  );
}
