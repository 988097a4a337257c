import { Checkbox, NativeSelect, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isDay } from '@noa/domain/time/calendar.ts';
import type { ReportGrouping, ReportMetric } from '@noa/domain/reporting/report.ts';
import type { Days } from '@noa/domain/reporting/answer/compared-days.ts';
import type { ReportsQuery } from '../../../api/generated/graphql.ts';
import { DateField } from '../../../ui/DateField.tsx';
import { phone, useViewport } from '../../../ui/preferences.ts';
import { comparisons } from '../comparison/compared-days.ts';
import { whyNotAcross } from '../pivot/pivot.ts';
import { presets } from './period.ts';
import classes from '../Report.module.css';
import type { QuestionControls } from './use-question.ts';
import { part } from '../../../loading/part.ts';

const FilterFields = part(async () => (await import('./FilterFields.tsx')).FilterFields, null);

interface Props {
  report: ReportsQuery['reports'][number];
  controls: QuestionControls;
  /** What the server found wrong with the period. */
  periodError: string | undefined;
}

/** What the report is asked: period, groupings, metrics. On a phone it folds, so that the figures come first. */
export function ReportPanel({ report, controls, periodError }: Props) {
  const { t } = useTranslation('reports');
  const isPhone = useViewport(phone);
  const { question } = controls;
  return (
    <details className={classes.panel} open={!isPhone}>
      <summary>{t('panel.label')}</summary>
      <fieldset>
        <legend>{t('panel.period')}</legend>
        <NativeSelect
          label={t('panel.preset')}
          value={question.preset ?? 'own'}
          onChange={(event) =>
            controls.choosePreset(presets.find((preset) => preset === event.currentTarget.value) ?? null)
          }
          data={[...presets, 'own'].map((value) => ({ value, label: t(`presets.${value}`) }))}
        />
        <DayFields controls={controls} error={periodError} />
        <NativeSelect
          label={t('compare.label')}
          value={question.across ? '' : (question.compare ?? '')}
          disabled={question.across !== null}
          description={question.across ? t('compare.notAcross') : undefined}
          onChange={(event) =>
            controls.compareWith(comparisons.find((each) => each === event.currentTarget.value) ?? null)
          }
          data={['', ...comparisons].map((value) => ({ value, label: t(`compare.${value || 'none'}`) }))}
        />
      </fieldset>
      <fieldset>
        <legend>{t('panel.groupBy')}</legend>
        {[0, 1].map((position) => (
          <GroupingField key={position} position={position} offered={report.groupings} controls={controls} />
        ))}
        <AcrossFields controls={controls} />
      </fieldset>
      <MetricBoxes
        label={t('panel.metrics')}
        offered={report.metrics}
        chosen={question.metrics}
        onChange={controls.measure}
      />
      <FilterFields offers={report.filters} controls={controls} />
    </details>
  );
}

const said = ({ from, to }: Days) => `${from} ${to}`;

/** The first and the last day; asked for once both are days and in order. */
function DayFields({ controls, error }: { controls: QuestionControls; error: string | undefined }) {
  const { t } = useTranslation(['reports', 'common']);
  const { days } = controls.question;
  const [typed, setTyped] = useState<Days>(days);
  const asked = said(days);
  const [seen, setSeen] = useState(asked);
  const [chosen, setChosen] = useState(asked);
  // Days that come from elsewhere, as by Back, take the place of what is typed; those chosen here come back while one types on.
  if (asked !== seen) {
    setSeen(asked);
    if (asked !== chosen) {
      setTyped(days);
      setChosen(asked);
    }
  }
  const disordered = isDay(typed.from) && isDay(typed.to) && typed.from > typed.to;
  // The table stays as it was, and would seem to be of what is typed.
  const notADay = (end: keyof Days) => (isDay(typed[end]) ? undefined : t('common:range.badDay'));

  function handleDay(end: keyof Days, value: string) {
    const next = { ...typed, [end]: value };
    setTyped(next);
    if (isDay(next.from) && isDay(next.to) && next.from <= next.to) {
      setChosen(said(next));
      controls.chooseDays(next);
    }
  }

  return (
    <>
      <DateField
        label={t('panel.from')}
        value={typed.from}
        onChange={(value) => handleDay('from', value)}
        error={notADay('from')}
      />
      <DateField
        label={t('panel.to')}
        value={typed.to}
        onChange={(value) => handleDay('to', value)}
        error={notADay('to') ?? (disordered ? t('report.emptyPeriod') : error)}
      />
    </>
  );
}

interface GroupingProps {
  position: number;
  offered: readonly ReportGrouping[];
  controls: QuestionControls;
}

function GroupingField({ position, offered, controls }: GroupingProps) {
  const { t } = useTranslation('reports');
  const { by } = controls.question;
  const others = by.filter((_grouping, index) => index !== position);

  function handleChange(next: string) {
    const grouping = offered.find((each) => each === next);
    const chosen = [...by];
    chosen.splice(position, 1, ...(grouping ? [grouping] : []));
    controls.groupBy(chosen);
  }

  return (
    <NativeSelect
      label={t(position === 0 ? 'panel.first' : 'panel.second')}
      value={by[position] ?? ''}
      onChange={(event) => handleChange(event.currentTarget.value)}
      data={[
        { value: '', label: t('panel.none') },
        ...offered
          .filter((grouping) => !others.includes(grouping))
          .map((grouping) => ({ value: grouping, label: t(`fields.${grouping}`) })),
      ]}
      disabled={position > by.length}
      title={position > by.length ? t('panel.firstFirst') : undefined}
    />
  );
}

/** Whether the second grouping goes across, and which figures stand in the cells. */
function AcrossFields({ controls }: { controls: QuestionControls }) {
  const { t } = useTranslation('reports');
  const { metrics, across } = controls.question;
  const reason = whyNotAcross(controls.question);
  return (
    <>
      <Checkbox
        label={t('across.label')}
        description={reason && t(`across.${reason}`)}
        disabled={reason !== undefined}
        checked={across !== null}
        onChange={(event) => controls.setAcross(event.currentTarget.checked ? metrics.slice(0, 1) : null)}
      />
      {across !== null && metrics.length > 1 && (
        <MetricBoxes
          label={t('across.metrics')}
          offered={metrics}
          chosen={across}
          onChange={(next) => controls.setAcross(metrics.filter((metric) => next.includes(metric)))}
        />
      )}
    </>
  );
}

interface MetricBoxesProps {
  label: string;
  offered: readonly ReportMetric[];
  chosen: readonly ReportMetric[];
  onChange: (chosen: readonly ReportMetric[]) => void;
}

/** Which figures there are; the last one stays, as a report without figures is none. */
function MetricBoxes({ label, offered, chosen, onChange }: MetricBoxesProps) {
  const { t } = useTranslation('reports');
  return (
    <Checkbox.Group label={label} value={[...chosen]} onChange={(next) => next.length > 0 && onChange(next)}>
      <Stack gap="xs" mt={6}>
        {offered.map((metric) => (
          <Checkbox
            key={metric}
            value={metric}
            label={t(`fields.${metric}`)}
            disabled={chosen.length === 1 && chosen[0] === metric}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
