import { Alert, Text } from '@mantine/core';
import { useApolloClient, useMutation } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import type { ReportInput } from '../../../api/generated/graphql.ts';
import { CreateReportScheduleDocument } from '../../../api/mutations/generated/create-report-schedule.graphql.ts';
import { useQuery } from '../../../api/use-query.ts';
import { OrgField, useOwner } from '../../../pickers/OrgField.tsx';
import { pickedRecord } from '../../../crud/picker/picked-record.ts';
import { RecordForm } from '../../../crud/form/RecordForm.tsx';
import { Dialog } from '../../../ui/page/Dialog.tsx';
import { notifySuccess } from '../../../ui/notify.tsx';
import type { Preset } from '../question/period.ts';
import { ReportMailDocument } from './schedule.graphql.ts';
import { scheduleKey } from './schedule-key.ts';
import { listInSentence } from './schedule-text.ts';
import { inputFrom, newSchedule, scheduleForm, type ScheduleValues } from './schedule-values.ts';
import { ScheduleFields } from './ScheduleFields.tsx';

interface Props {
  name: string;
  /** What is asked on the screen. */
  input: ReportInput;
  /** Its period; null for days of its own. */
  preset: Preset | null;
  onClose: () => void;
}

const schema = z.extend(scheduleForm, { orgId: pickedRecord });

/** When, as what and to whom the report is to be sent. */
export function ScheduleForm({ name, input, preset, onClose }: Props) {
  const { t, i18n } = useTranslation(['schedules', 'reports']);
  const { orgId } = useOwner();
  const client = useApolloClient();
  const { data: mail } = useQuery(ReportMailDocument);
  const [create] = useMutation(CreateReportScheduleDocument);
  const initial: ScheduleValues & { orgId: string | null } = { orgId, ...newSchedule(preset, i18n.language) };

  function handleSaved(isShown: boolean) {
    notifySuccess(t('made'));
    void client.refetchQueries({ include: ['ReportSchedules'] });
    if (isShown) {
      onClose();
    }
  }

  const groupings = listInSentence(
    input.groupBy.map((field) => t(`reports:fields.${field}`)),
    i18n.language,
  );
  const metrics = input.metrics.map((field) => t(`reports:fields.${field}`)).join(', ');
  const filterCount = input.filters?.length ?? 0;
  return (
    <Dialog as="drawer" title={t('title', { report: t(`reports:names.${name}`) })} onClose={onClose}>
      <RecordForm
        name="schedules"
        openBy={scheduleKey}
        schema={schema}
        initial={initial}
        action={t('make')}
        save={async (values) => {
          await create({ variables: { input: inputFrom(values, { name, input }) } });
          return true;
        }}
        onSaved={handleSaved}
        onCancel={onClose}
      >
        {(form) => (
          <>
            {mail?.reportMailIsSetUp === false && <Alert color="yellow">{t('mailNotSetUp')}</Alert>}
            <Text fz="sm">
              {groupings ? t('asked', { groupings, metrics }) : t('askedWhole', { metrics })}
              {filterCount > 0 && ` ${t('askedFilters', { count: filterCount })}`}
            </Text>
            <OrgField form={form} />
            <ScheduleFields form={form} />
            <Text fz="sm" c="dimmed">
              {t('yourRights')}
            </Text>
          </>
        )}
      </RecordForm>
    </Dialog>
  );
}
