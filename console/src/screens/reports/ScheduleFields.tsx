import { Group, NativeSelect, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { reportPeriods, scheduleFrequencies } from '@noa/domain/report-schedule.ts';
import { exportFormats } from '@noa/domain/report.ts';
import { orgPicker } from '../../pickers/pickers.ts';
import { useOwner } from '../../pickers/OrgField.tsx';
import { RecordSelect } from '../../resource/RecordSelect.tsx';
import { hourText, weekdayName } from './schedule-text.ts';
import type { ScheduleValues } from './schedule-values.ts';

interface Props {
  values: ScheduleValues;
  /** Locale keys by field, perhaps with what they are about behind them. */
  errors: Readonly<Record<string, string>>;
  onChange: (patch: Partial<ScheduleValues>) => void;
}

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const known = <Value extends string>(values: readonly Value[], text: string) => values.find((each) => each === text);

export function ScheduleFields({ values, errors, onChange }: Props) {
  const { t, i18n } = useTranslation(['schedules', 'common']);
  const { needed } = useOwner();
  const errorOf = (field: string) => {
    const [key, about] = errors[field]?.split(' ') ?? [];
    return key && (about ? `${t(key)}: ${about}` : t(key));
  };
  return (
    <>
      {needed && (
        <RecordSelect
          picker={orgPicker}
          label={t('common:fields.orgId')}
          required
          value={values.orgId}
          onChange={(orgId) => onChange({ orgId })}
          error={errorOf('orgId')}
        />
      )}
      <NativeSelect
        label={t('fields.period')}
        value={values.period}
        onChange={(event) => onChange({ period: known(reportPeriods, event.currentTarget.value) ?? values.period })}
        data={reportPeriods.map((value) => ({ value, label: t(`periods.${value}`) }))}
      />
      <Group align="flex-start" grow>
        <NativeSelect
          label={t('fields.frequency')}
          value={values.frequency}
          onChange={(event) =>
            onChange({ frequency: known(scheduleFrequencies, event.currentTarget.value) ?? values.frequency })
          }
          data={scheduleFrequencies.map((value) => ({ value, label: t(`frequencies.${value}`) }))}
        />
        {values.frequency === 'weekly' && (
          <NativeSelect
            label={t('fields.weekday')}
            value={String(values.weekday)}
            onChange={(event) => onChange({ weekday: Number(event.currentTarget.value) })}
            data={numbers(1, 7).map((day) => ({ value: String(day), label: weekdayName(day, i18n.language) }))}
          />
        )}
        {values.frequency === 'monthly' && (
          <NativeSelect
            label={t('fields.monthDay')}
            value={String(values.monthDay)}
            onChange={(event) => onChange({ monthDay: Number(event.currentTarget.value) })}
            data={numbers(1, 31).map(String)}
            description={values.monthDay > 28 ? t('lastDay') : undefined}
          />
        )}
      </Group>
      <Group align="flex-start" grow>
        <NativeSelect
          label={t('fields.hour')}
          value={String(values.hour)}
          onChange={(event) => onChange({ hour: Number(event.currentTarget.value) })}
          data={numbers(0, 23).map((hour) => ({ value: String(hour), label: hourText(hour) }))}
        />
        <NativeSelect
          label={t('fields.format')}
          value={values.format}
          onChange={(event) => onChange({ format: known(exportFormats, event.currentTarget.value) ?? values.format })}
          data={[...exportFormats]}
        />
      </Group>
      <Textarea
        label={t('fields.recipients')}
        description={t('recipientsHelp')}
        required
        rows={3}
        inputMode="email"
        autoComplete="off"
        value={values.recipients}
        onChange={(event) => onChange({ recipients: event.currentTarget.value })}
        error={errorOf('recipients')}
      />
    </>
  );
}
