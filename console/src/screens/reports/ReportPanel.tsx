import { Checkbox, Fieldset, Select, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportGrouping } from '@noa/domain/report.ts';
import type { ReportsQuery } from '../../api/generated/graphql.ts';
import { isDay, presets, type Days } from './period.ts';
import type { QuestionControls } from './use-question.ts';

interface Props {
  report: ReportsQuery['reports'][number];
  controls: QuestionControls;
  /** What the server found wrong with the period. */
  periodError: string | undefined;
}

/** What the report is asked: period, groupings, metrics. */
export function ReportPanel({ report, controls, periodError }: Props) {
  const { t } = useTranslation(['reports', 'common']);
  const { question } = controls;
  return (
    <Stack gap="md" component="section" aria-label={t('panel.label')}>
      <Fieldset legend={t('panel.period')}>
        <Stack gap="xs">
          <Select
            label={t('panel.preset')}
            value={question.preset ?? 'own'}
            onChange={(value) => controls.choosePreset(value === 'own' ? null : value)}
            data={[...presets, 'own' as const].map((value) => ({ value, label: t(`presets.${value}`) }))}
            allowDeselect={false}
          />
          {/* Days that come from elsewhere, as by Back, start the fields anew. */}
          <DayFields key={`${question.days.from} ${question.days.to}`} controls={controls} error={periodError} />
        </Stack>
      </Fieldset>
      <Fieldset legend={t('panel.groupBy')}>
        <Stack gap="xs">
          {[0, 1].map((place) => (
            <GroupingField key={place} place={place} offered={report.groupings} controls={controls} />
          ))}
        </Stack>
      </Fieldset>
      <Fieldset legend={t('panel.metrics')}>
        <Checkbox.Group
          value={[...question.metrics]}
          onChange={(metrics) => metrics.length > 0 && controls.measure(metrics)}
        >
          <Stack gap="xs">
            {report.metrics.map((metric) => (
              <Checkbox key={metric} value={metric} label={t(`fields.${metric}`)} />
            ))}
          </Stack>
        </Checkbox.Group>
      </Fieldset>
    </Stack>
  );
}

/** The first and the last day; asked for once both are days and in order. */
function DayFields({ controls, error }: { controls: QuestionControls; error: string | undefined }) {
  const { t } = useTranslation('reports');
  const { days } = controls.question;
  const [typed, setTyped] = useState<Days>(days);
  const disordered = isDay(typed.from) && isDay(typed.to) && typed.from > typed.to;

  function handleDay(end: keyof Days, value: string) {
    const next = { ...typed, [end]: value };
    setTyped(next);
    if (isDay(next.from) && isDay(next.to) && next.from <= next.to) {
      controls.chooseDays(next);
    }
  }

  return (
    <>
      <TextInput
        type="date"
        label={t('panel.from')}
        value={typed.from}
        onChange={(event) => handleDay('from', event.currentTarget.value)}
      />
      <TextInput
        type="date"
        label={t('panel.to')}
        value={typed.to}
        onChange={(event) => handleDay('to', event.currentTarget.value)}
        error={disordered ? t('report.emptyPeriod') : error}
      />
    </>
  );
}

interface GroupingProps {
  place: number;
  offered: readonly ReportGrouping[];
  controls: QuestionControls;
}

function GroupingField({ place, offered, controls }: GroupingProps) {
  const { t } = useTranslation('reports');
  const { by } = controls.question;
  const value = by[place] ?? null;
  const others = by.filter((_grouping, index) => index !== place);

  function handleChange(next: string | null) {
    const chosen = [...by];
    chosen.splice(place, 1, ...(next ? [next as ReportGrouping] : []));
    controls.groupBy(chosen);
  }

  return (
    <Select
      label={t(place === 0 ? 'panel.first' : 'panel.second')}
      value={value}
      onChange={handleChange}
      data={offered
        .filter((grouping) => !others.includes(grouping))
        .map((grouping) => ({ value: grouping, label: t(`fields.${grouping}`) }))}
      placeholder={t('panel.none')}
      disabled={place > by.length}
      clearable
      searchable
      clearButtonProps={{ 'aria-label': t('panel.clear') }}
      maxDropdownHeight={280}
    />
  );
}
