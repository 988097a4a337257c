import { useMutation } from '@apollo/client/react';
import { Alert, Anchor, Badge, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { describeFailure } from '../../../api/failure.ts';
import type { ReportSchedulesQuery } from '../../../api/generated/graphql.ts';
import { DeleteReportScheduleDocument } from '../../../api/mutations/generated/delete-report-schedule.graphql.ts';
import { SendTestReportDocument } from '../../../api/mutations/generated/send-test-report.graphql.ts';
import { UpdateReportScheduleDocument } from '../../../api/mutations/generated/update-report-schedule.graphql.ts';
import { notifyFailure } from '../../../api/notify-failure.ts';
import { ConfirmButton } from '../../../crud/ConfirmDialog.tsx';
import { useGrowingList } from '../../../crud/list/use-growing-list.tsx';
import { returnsHere } from '../../../crud/use-leave.ts';
import { paths } from '../../../paths.ts';
import { IconFailed, IconNormal, IconRetry } from '../../../ui/icons.ts';
import { notifyError, notifySuccess } from '../../../ui/notify.tsx';
import { useNow } from '../../../ui/values/clock.ts';
import { formatExact } from '../../../ui/values/format.ts';
import { PlainMoment } from '../../../ui/values/Moment.tsx';
import { today } from '../question/period.ts';
import { scheduleAddress } from './schedule-address.ts';
import { hourText, weekdayName } from './schedule-text.ts';
import { ReportSchedulesDocument } from './schedule.graphql.ts';

/** The reports that are sent by e-mail: the viewer's own, and those of the orgs they oversee. Nothing while there is none. */
export function Schedules() {
  const { t } = useTranslation(['schedules', 'common']);
  const { data, page, failure, pending, more, refetch } = useGrowingList({
    query: ReportSchedulesDocument,
    variables: {},
    select: ({ reportSchedules }) => reportSchedules,
    permission: 'reportSchedule:keep',
    more: t('more'),
  });
  if (!page || page.nodes.length === 0) {
    return failure ? pending : null;
  }

  return (
    <Stack component="section" aria-labelledby="schedules" mt="xl">
      <Title order={2} fz="lg" id="schedules">
        {t('heading')}
      </Title>
      {data?.reportMailIsSetUp === false && <Alert color="yellow">{t('mailNotSetUp')}</Alert>}
      <Stack component="ul" gap="lg" p={0} m={0} style={{ listStyle: 'none' }}>
        {page.nodes.map((schedule) => (
          <ScheduleLine key={schedule.id} schedule={schedule} onDeleted={() => void refetch()} />
        ))}
      </Stack>
      {more}
    </Stack>
  );
}

interface Props {
  schedule: ReportSchedulesQuery['reportSchedules']['nodes'][number];
  onDeleted: () => void;
}

/** One report that is sent: what, when, to whom, what became of it last, and what can be done about it. */
function ScheduleLine({ schedule, onDeleted }: Props) {
  const { t, i18n } = useTranslation(['schedules', 'reports', 'common']);
  const { id, report, org, ownerName, recipients, active, nextRunAt, lastRun, viewerCanUpdate } = schedule;
  const when = t(`when.${schedule.frequency}`, {
    day: schedule.weekday ? weekdayName(schedule.weekday, i18n.language) : schedule.monthDay,
    hour: hourText(schedule.hour),
  });
  const name = t(`reports:names.${report}`);
  const day = today(new Date(useNow()));
  return (
    <Stack component="li" gap={4}>
      <Group gap="sm">
        <Anchor component={Link} to={scheduleAddress(schedule, day)} fw={500} display="inline-block" mih={24}>
          {name}
        </Anchor>
        {!active && <Badge variant="default">{t('paused')}</Badge>}
      </Group>
      <Text fz="sm">
        {t(`periods.${schedule.period}`)} · {when} · {schedule.format}
        {org && ` · ${org.name}`}
        {!viewerCanUpdate && ` · ${t('by', { name: ownerName })}`}
      </Text>
      <Text fz="sm" style={{ overflowWrap: 'anywhere' }}>
        {t('to', { recipients: recipients.join(', ') })}
      </Text>
      <Text fz="sm" c="dimmed">
        {nextRunAt && (
          <>
            {t('next')} <time dateTime={nextRunAt}>{formatExact(nextRunAt, i18n.language)}</time>
          </>
        )}
        {!lastRun && ` ${nextRunAt ? '· ' : ''}${t('never')}`}
      </Text>
      {lastRun && <ScheduleResult run={lastRun} />}
      <ScheduleActions schedule={schedule} name={name} onDeleted={onDeleted} id={id} />
    </Stack>
  );
}

function ScheduleActions({ id, schedule, name, onDeleted }: Props & { id: string; name: string }) {
  const { t } = useTranslation(['schedules', 'common']);
  const [setActive, { loading: turning }] = useMutation(UpdateReportScheduleDocument, { onError: notifyFailure });
  const [sendTest, { loading: testing }] = useMutation(SendTestReportDocument);
  const [remove] = useMutation(DeleteReportScheduleDocument);

  async function handleTest() {
    try {
      const { data } = await sendTest({ variables: { id } });
      notifySuccess(t('testSent', { email: data?.sendTestReport }));
    } catch (error) {
      const { extensions } = describeFailure(error);
      if (typeof extensions['failure'] !== 'string') {
        notifyFailure(error);
        return;
      }
      notifyError({ title: t('testFailed'), message: t(`failures.${extensions['failure']}`) });
    }
  }

  const about = (action: string) => ({ 'aria-label': `${action}: ${name}` });
  return (
    <Group gap="xs" mt={4}>
      {schedule.viewerCanUpdate && (
        <Button
          size="xs"
          variant="default"
          loading={testing}
          onClick={() => void handleTest()}
          {...about(t('actions.test'))}
        >
          {t('actions.test')}
        </Button>
      )}
      {schedule.viewerCanUpdate && (
        <Button
          component={Link}
          to={paths.reports.updateSchedule(id)}
          state={returnsHere}
          size="xs"
          variant="default"
          {...about(t('common:actions.update'))}
        >
          {t('common:actions.update')}
        </Button>
      )}
      {(schedule.active || schedule.viewerCanUpdate) && (
        <Button
          size="xs"
          variant="default"
          loading={turning}
          onClick={() => void setActive({ variables: { id, input: { active: !schedule.active } } })}
          {...about(t(schedule.active ? 'actions.pause' : 'actions.resume'))}
        >
          {t(schedule.active ? 'actions.pause' : 'actions.resume')}
        </Button>
      )}
      <ConfirmButton
        about={name}
        title={t('delete.title', { name })}
        text={t('delete.text')}
        action={t('actions.delete')}
        run={() => remove({ variables: { id } })}
        done={t('delete.done')}
        onDone={onDeleted}
      />
    </Group>
  );
}

const looks = {
  preparing: IconRetry,
  waiting: IconRetry,
  sending: IconRetry,
  sent: IconNormal,
  failed: IconFailed,
  unknown: IconFailed,
} as const;

/** What became of a report the last time it was due, and why. */
function ScheduleResult({
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
