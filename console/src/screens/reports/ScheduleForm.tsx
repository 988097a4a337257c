import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useApolloClient, useMutation, useQuery } from '@apollo/client/react';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { describeFailure, type Failure } from '../../api/failure.ts';
import type { ReportInput } from '../../api/generated/graphql.ts';
import { useOwner } from '../../pickers/OrgField.tsx';
import { FormFailure } from '../../resource/FormFailure.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { notifySuccess } from '../../ui/notify.tsx';
import { CreateReportScheduleDocument, ReportMailDocument } from './schedule.graphql.ts';
import { fieldsOf, findProblems, inputFrom, periodFrom, type ScheduleValues } from './schedule-values.ts';
import { ScheduleFields } from './ScheduleFields.tsx';

interface Props {
  name: string;
  /** What is asked on the screen. */
  input: ReportInput;
  onClose: () => void;
}

/** When, as what and to whom the report is to be sent. */
export function ScheduleForm({ name, input, onClose }: Props) {
  const { t, i18n } = useTranslation(['schedules', 'reports', 'common']);
  const [search] = useSearchParams();
  const { orgId } = useOwner();
  const client = useApolloClient();
  const { data: mail } = useQuery(ReportMailDocument);
  const [create, { loading }] = useMutation(CreateReportScheduleDocument);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [values, setValues] = useState<ScheduleValues>(() => ({
    orgId,
    period: periodFrom(search),
    frequency: 'monthly',
    weekday: 1,
    monthDay: 1,
    hour: 8,
    format: 'XLSX',
    recipients: '',
  }));

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    setFailure(null);
    const wanted = inputFrom(values, { name, input, locale: i18n.language === 'en' ? 'en' : 'ro' });
    const problems = findProblems(wanted);
    setErrors(problems);
    if (Object.keys(problems).length > 0) {
      return;
    }
    try {
      await create({ variables: { input: wanted } });
      notifySuccess(t('made'));
      void client.refetchQueries({ include: ['ReportSchedules'] });
      onClose();
    } catch (error) {
      const refused = describeFailure(error);
      setErrors(fieldsOf(Object.entries(refused.fields), wanted));
      setFailure(Object.keys(refused.fields).length > 0 ? null : refused);
    }
  }

  const groupings = input.groupBy.map((field) => t(`reports:fields.${field}`)).join(', ');
  const metrics = input.metrics.map((field) => t(`reports:fields.${field}`)).join(', ');
  return (
    <Dialog as="drawer" title={t('title', { report: t(`reports:names.${name}`) })} onClose={onClose}>
      <form onSubmit={(event) => void handleSubmit(event)} noValidate>
        <Stack>
          {mail?.reportMailIsSetUp === false && <Alert color="yellow">{t('mailNotSetUp')}</Alert>}
          <Text fz="sm">
            {groupings ? t('asked', { groupings, metrics }) : t('askedWhole', { metrics })}
            {(input.filters?.length ?? 0) > 0 && ` ${t('askedFilters', { count: input.filters?.length ?? 0 })}`}
          </Text>
          <ScheduleFields
            values={values}
            errors={errors}
            onChange={(patch) => setValues((before) => ({ ...before, ...patch }))}
          />
          <Text fz="sm" c="dimmed">
            {t('yourRights')}
          </Text>
          {failure && <FormFailure failure={failure} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common:actions.discard')}
            </Button>
            <Button type="submit" loading={loading}>
              {t('make')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
