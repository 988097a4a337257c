import { Text } from '@mantine/core';
import { useMutation } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { ReportScheduleQuery } from '../../../api/generated/graphql.ts';
import { UpdateReportScheduleDocument } from '../../../api/mutations/generated/update-report-schedule.graphql.ts';
import { useQuery } from '../../../api/use-query.ts';
import { paths } from '../../../paths.ts';
import { Pending } from '../../../crud/list/Pending.tsx';
import { UpdateDrawer } from '../../../crud/form/UpdateDrawer.tsx';
import { useLeave } from '../../../crud/use-leave.ts';
import { Dialog } from '../../../ui/page/Dialog.tsx';
import { useScreenTitle } from '../../../ui/page/screen-title.ts';
import { ReportScheduleDocument } from './schedule.graphql.ts';
import { listInSentence } from './schedule-text.ts';
import { patchFrom, scheduleForm, timing, valuesOf } from './schedule-values.ts';
import { ScheduleFields } from './ScheduleFields.tsx';

/** Changes when, as what and to whom a report is sent, over the list of reports. */
export function Component() {
  const title = useScreenTitle();
  const leave = useLeave();
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery(ReportScheduleDocument, {
    variables: { id },
    fetchPolicy: 'network-only',
  });
  if (data) {
    return <ScheduleDrawer schedule={data.reportSchedule} />;
  }
  return (
    <Dialog as="drawer" title={title} onClose={() => leave(paths.reports.list)}>
      <Pending
        error={error}
        refetch={refetch}
        permission="reportSchedule:keep"
        list={paths.reports.list}
        height={240}
      />
    </Dialog>
  );
}

function ScheduleDrawer({ schedule }: { schedule: ReportScheduleQuery['reportSchedule'] }) {
  const { t, i18n } = useTranslation(['schedules', 'reports']);
  const [update] = useMutation(UpdateReportScheduleDocument);
  const { id, viewerCanUpdate, report, groupBy, metrics, filters } = schedule;
  const asked = {
    report: t(`reports:names.${report}`),
    groupings: listInSentence(
      groupBy.map((field) => t(`reports:fields.${field}`)),
      i18n.language,
    ),
    metrics: metrics.map((field) => t(`reports:fields.${field}`)).join(', '),
  };
  return (
    <UpdateDrawer
      name="schedules"
      permission="reportSchedule:keep"
      // Schedules have no versions: nobody but their owner changes them, and what is not changed is not sent.
      record={{ id, rowId: id, viewerCanUpdate }}
      schema={scheduleForm}
      initial={valuesOf(schedule)}
      together={[timing]}
      update={(_version, patch) => update({ variables: { id, input: patchFrom(patch) } })}
      view={paths.reports.list}
    >
      {(form) => (
        <>
          <Text fz="sm">
            {t(groupBy.length > 0 ? 'kept' : 'keptWhole', asked)}
            {filters.length > 0 && ` ${t('keptFilters', { count: filters.length })}`} {t('askAnew')}
          </Text>
          <ScheduleFields form={form} />
          <Text fz="sm" c="dimmed">
            {t('yourRights')}
          </Text>
        </>
      )}
    </UpdateDrawer>
  );
}
