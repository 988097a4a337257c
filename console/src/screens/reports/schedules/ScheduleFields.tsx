import { NativeSelect, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { reportPeriods, scheduleFrequencies } from '@noa/domain/reporting/report-schedule.ts';
import { exportFormats, exportLocales } from '@noa/domain/reporting/report.ts';
import { FieldRow } from '../../../crud/form/FieldRow.tsx';
import type { FieldsOf } from '../../../crud/form/use-validated-form.ts';
import { hourText, weekdayName } from './schedule-text.ts';
import type { ScheduleValues } from './schedule-values.ts';

type Form = FieldsOf<ScheduleValues>;

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** When, as what and to whom a report is sent; shared by making and changing a schedule. */
export function ScheduleFields({ form }: { form: Form }) {
  const { t } = useTranslation(['schedules', 'common']);
  return (
    <>
      <NativeSelect
        label={t('fields.period')}
        data={reportPeriods.map((value) => ({ value, label: t(`periods.${value}`) }))}
        {...form.getInputProps('period')}
      />
      <FieldRow>
        <NativeSelect
          label={t('fields.frequency')}
          data={scheduleFrequencies.map((value) => ({ value, label: t(`frequencies.${value}`) }))}
          {...form.getInputProps('frequency')}
        />
        <DayField form={form} />
      </FieldRow>
      <FieldRow>
        <NativeSelect
          label={t('fields.hour')}
          data={numbers(0, 23).map((hour) => ({ value: String(hour), label: hourText(hour) }))}
          {...asNumber(form, 'hour')}
        />
        <NativeSelect label={t('fields.format')} data={[...exportFormats]} {...form.getInputProps('format')} />
      </FieldRow>
      <NativeSelect
        label={t('fields.locale')}
        data={exportLocales.map((value) => ({ value, label: t(`common:language.${value}`) }))}
        {...form.getInputProps('locale')}
      />
      <Textarea
        label={t('fields.recipients')}
        description={t('recipientsHelp')}
        required
        rows={3}
        inputMode="email"
        autoComplete="off"
        {...form.getInputProps('recipients')}
      />
    </>
  );
}

/** On which day, for a frequency that leaves it open. */
function DayField({ form }: { form: Form }) {
  const { t, i18n } = useTranslation('schedules');
  switch (form.getInputProps('frequency').value as ScheduleValues['frequency']) {
    case 'weekly':
      return (
        <NativeSelect
          label={t('fields.weekday')}
          data={numbers(1, 7).map((day) => ({ value: String(day), label: weekdayName(day, i18n.language) }))}
          {...asNumber(form, 'weekday')}
        />
      );
    case 'monthly': {
      const props = asNumber(form, 'monthDay');
      return (
        <NativeSelect
          label={t('fields.monthDay')}
          data={numbers(1, 31).map(String)}
          description={Number(props.value) > 28 ? t('lastDay') : undefined}
          {...props}
        />
      );
    }
    default:
      return null;
  }
}

/** The menus of a browser know texts only. */
function asNumber(form: Form, field: 'hour' | 'weekday' | 'monthDay') {
  const { value, onChange, ...props } = form.getInputProps(field) as {
    value: number;
    onChange: (next: number) => void;
  };
  return {
    ...props,
    value: String(value),
    onChange: (event: { currentTarget: { value: string } }) => onChange(Number(event.currentTarget.value)),
  };
}
