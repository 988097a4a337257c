import { Checkbox, Stack } from '@mantine/core';
import type { ReportField, ReportGrouping } from '@noa/domain/reporting/report.ts';
import { formatKey, useCellTexts } from '../answer/rows/cells.ts';
import { writeValues, type FilterCell } from './filters.ts';
import type { QuestionControls } from './use-question.ts';

interface Props {
  field: ReportField;
  label: string;
  choices: readonly (string | number)[];
  values: readonly FilterCell[];
  onChange: QuestionControls['filterBy'];
}

/** Some words of a closed list, or what has none of them. */
export function ChoiceFilter({ field, label, choices, values, onChange }: Props) {
  const texts = useCellTexts();
  const offered: readonly FilterCell[] = field === 'day_of_week' ? choices : [...choices, null];
  return (
    <Checkbox.Group
      label={label}
      value={values.map(String)}
      onChange={(next) => onChange(field, writeValues(offered.filter((choice) => next.includes(String(choice)))))}
    >
      <Stack gap="xs" mt={6}>
        {offered.map((choice) => (
          <Checkbox
            key={String(choice)}
            value={String(choice)}
            label={formatKey({ grouping: field as ReportGrouping, value: choice }, texts)}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
