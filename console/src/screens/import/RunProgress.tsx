import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../ui/values/format.ts';
import classes from './Import.module.css';
import type { Job } from './JobView.tsx';

interface Props {
  state: Job['state'];
  progress: NonNullable<Job['progress']>;
  /** Absent for what has to go on. */
  onStop?: () => void;
}

/** How far the run is, how long it will still take, and a way to stop it. */
export function RunProgress({ state, progress: { done, total, secondsLeft }, onStop }: Props) {
  const { t, i18n } = useTranslation('import');
  const label = t(`states.${state}`);
  return (
    <Stack gap={6} maw={560}>
      <Text role="status">{label}</Text>
      <progress className={classes.progress} aria-label={label} value={done} max={total} />
      <Group justify="space-between">
        <Text fz="sm" c="dimmed">
          {t('progress.rows', {
            count: total,
            done: formatNumber(done, i18n.language),
            total: formatNumber(total, i18n.language),
          })}
          {typeof secondsLeft === 'number' && ` · ${t('progress.left', { count: secondsLeft })}`}
        </Text>
        {onStop && (
          <Button variant="default" size="xs" onClick={onStop}>
            {t('progress.stop')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
