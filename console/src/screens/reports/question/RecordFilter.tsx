import { Checkbox, Pill, Stack, Text } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportField } from '@noa/domain/reporting/report.ts';
import { PickedLabel } from '../../../crud/picker/PickedLabel.tsx';
import { RecordSelect } from '../../../crud/picker/RecordSelect.tsx';
import { filterPickers } from './filter-pickers.ts';
import { mostValues, writeValues, type FilterCell } from './filters.ts';
import type { QuestionControls } from './use-question.ts';

interface Props {
  field: ReportField;
  label: string;
  values: readonly FilterCell[];
  onChange: QuestionControls['filterBy'];
}

/** Some records, looked for by name; or rows that have none. */
export function RecordFilter({ field, label, values, onChange }: Props) {
  const { t } = useTranslation(['reports', 'common']);
  const formId = useId();
  const picker = filterPickers[field];
  if (!picker) {
    return null;
  }
  const change = (next: readonly FilterCell[]) => onChange(field, writeValues(next));
  return (
    <Stack gap={6} role="group" aria-label={label}>
      {values.length < mostValues ? (
        <RecordSelect
          picker={picker}
          label={label}
          // It joins those below; the field is free for the next.
          onChange={(id) => id && change([...new Set([...values, id])])}
        />
      ) : (
        <Text fz="sm">
          {label}: {t('filter.fullValues', { count: mostValues })}
        </Text>
      )}
      {values.map(
        (id) =>
          id !== null && (
            <Pill
              key={id}
              size="md"
              withRemoveButton
              onRemove={() => change(values.filter((each) => each !== id))}
              removeButtonProps={{
                id: `${formId}-remove-${id}`,
                'aria-label': t('common:list.removeFilter', { filter: label }),
                // And which of them.
                'aria-labelledby': `${formId}-remove-${id} ${formId}-${id}`,
                tabIndex: 0,
                'aria-hidden': false,
              }}
            >
              <span id={`${formId}-${id}`}>
                <PickedLabel picker={picker} id={String(id)} />
              </span>
            </Pill>
          ),
      )}
      <Checkbox
        label={t('withoutRecord')}
        aria-label={`${label}: ${t('withoutRecord')}`}
        checked={values.includes(null)}
        onChange={(event) =>
          change(event.currentTarget.checked ? [...values, null] : values.filter((each) => each !== null))
        }
      />
    </Stack>
  );
}
