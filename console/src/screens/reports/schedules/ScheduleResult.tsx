import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ReportSchedulesQuery } from '../../../api/generated/graphql.ts';
import { IconFailed, IconNormal, IconRetry } from '../../../ui/icons.ts';
import { PlainMoment } from '../../../ui/values/Moment.tsx';

const looks = {
  preparing: IconRetry,
  waiting: IconRetry,
  sending: IconRetry,
  sent: IconNormal,
  failed: IconFailed,
  unknown: IconFailed,
} as const;

/** What became of a report the last time it was due, and why. */
export function ScheduleResult({
  run,
}: {
  run: NonNullable<ReportSchedulesQuery['reportSchedules']['nodes'][number]['lastRun']>;
}) {
  const { t } = useTranslation('schedules');
  const { state, dueAt, failure, smtpCode, retryAt, refused } = run;
  const Icon = looks[state];
  return (
    <Group gap={6} wrap="nowrap" align="flex-start">
      <Icon size={16} aria-hidden style={{ flexShrink: 0, marginTop: 2 }} />
      <Text fz="sm" style={{ overflowWrap: 'anywhere' }}>
        {t(`states.${state}`)} (<PlainMoment at={dueAt} />)
        {failure && `: ${t(`failures.${failure}`)}${smtpCode ? ` (${smtpCode})` : ''}`}
        {state === 'sent' && refused.length > 0 && ` ${t('refused', { recipients: refused.join(', ') })}`}
        {retryAt && (
          <>
            {' '}
            {t('retry')} <PlainMoment at={retryAt} />
          </>
        )}
      </Text>
    </Group>
  );
}
