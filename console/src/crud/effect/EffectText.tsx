import { Alert, Loader, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { BulkJobInput, EffectInput, PreviewEffectQuery } from '../../api/generated/graphql.ts';
import { useQuery } from '../../api/use-query.ts';
import { formatNumber } from '../../ui/values/format.ts';
import { IconInfo, IconWarning } from '../../ui/icons.ts';
import { BulkEffectDocument, PreviewEffectDocument } from './effect.graphql.ts';
import classes from './Effect.module.css';

type Effect = NonNullable<PreviewEffectQuery['previewEffect']>;

/** What a change would do to who opens what: "312 carduri câștigă 5 containere, 40 pierd 5". Null: it is too large to be known. */
function EffectText({ effect }: { effect: Effect | null }) {
  const { t } = useTranslation('effect');
  const lines = useLines(effect);
  const isGrave = effect !== null && effect.overCapacityCount > 0;
  return (
    <Alert
      color={isGrave ? 'orange' : 'blue'}
      icon={isGrave ? <IconWarning aria-hidden /> : <IconInfo aria-hidden />}
      title={t('title')}
    >
      <ul className={`plain ${classes.lines}`}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Alert>
  );
}

function useLines(effect: Effect | null): readonly string[] {
  const { t, i18n } = useTranslation('effect');
  if (!effect) {
    return [t('tooLarge')];
  }
  const counted = (key: string, count: number, more: Record<string, string> = {}) =>
    t(key, { count, n: formatNumber(count, i18n.language), ...more });
  const containers = (count: number) => counted('containers', count);
  const { gainingCards, losingCards, openingContainers, closingContainers, overCapacityCount } = effect;
  const named = effect.overCapacity.map(({ label }) => label).join(', ');
  const lines = [
    gainingCards > 0 && counted('gain', gainingCards, { containers: containers(effect.gainedContainers) }),
    losingCards > 0 && counted('lose', losingCards, { containers: containers(effect.lostContainers) }),
    openingContainers > 0 && counted('opening', openingContainers),
    closingContainers > 0 && counted('closing', closingContainers),
    overCapacityCount > 0 && counted('overCapacity', overCapacityCount, { named: named && `: ${named}` }),
  ].filter((line) => line !== false);
  return lines.length > 0 ? lines : [t('nothing')];
}

/** While it is being worked out. */
function EffectWaiting() {
  const { t } = useTranslation('effect');
  return (
    <Text fz="sm" c="dimmed" className={classes.waiting}>
      <Loader size="xs" aria-hidden /> {t('waiting')}
    </Text>
  );
}

/** What a bulk job would do to who opens what; worked out after it is known what the job is. */
export function BulkEffect({ request }: { request: BulkJobInput }) {
  const { data, error } = useQuery(BulkEffectDocument, { variables: { input: request }, fetchPolicy: 'no-cache' });
  if (error) {
    return null;
  }
  return data ? <EffectText effect={data.bulkForecast.effect ?? null} /> : <EffectWaiting />;
}

/** Asks what a change would do to who opens what. What the change itself would be refused for is said when it is saved, not here. */
export function PreviewedEffect({ change }: { change: EffectInput }) {
  const { data, error } = useQuery(PreviewEffectDocument, { variables: { change }, fetchPolicy: 'no-cache' });
  if (error) {
    return null;
  }
  return data ? <EffectText effect={data.previewEffect ?? null} /> : <EffectWaiting />;
}
