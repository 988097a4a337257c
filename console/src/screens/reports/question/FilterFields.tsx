import { Checkbox, NativeSelect, Pill, Stack, Text } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reportLimits, type ReportField, type ReportGrouping } from '@noa/domain/reporting/report.ts';
import { RangeFilter } from '../../../crud/filters/RangeFilter.tsx';
import { PickedLabel } from '../../../crud/picker/PickedLabel.tsx';
import { RecordSelect } from '../../../crud/picker/RecordSelect.tsx';
import { filterAdderId } from '../../../ui/page/filter-adder.ts';
import { formatKey, useCellTexts } from '../answer/rows/cells.ts';
import { filterPickers } from './filter-pickers.ts';
import { conditionsOf, mostValues, wayOf, writeValues, type FilterCell, type FilterOffer } from './filters.ts';
import type { QuestionControls } from './use-question.ts';

interface Props {
  offers: readonly FilterOffer[];
  controls: QuestionControls;
}

/** The ways to narrow a report: those in use, and any that are added. */
export function FilterFields({ offers, controls }: Props) {
  const { t } = useTranslation('reports');
  const { filters } = controls.question;
  /** Chosen here, and perhaps without a value yet. */
  const [added, setAdded] = useState<readonly ReportField[]>([]);
  const known = offers.filter((offer) => wayOf(offer));
  const isOpen = ({ field }: FilterOffer) => added.includes(field) || filters.some((filter) => filter.field === field);
  const full = filters.flatMap(conditionsOf).length >= reportLimits.filters;

  return (
    <fieldset>
      <legend>{t('panel.filters')}</legend>
      {known.filter(isOpen).map((offer) => (
        <FilterField key={`${offer.field} ${controls.resets}`} offer={offer} controls={controls} />
      ))}
      {full ? (
        <Text fz="sm">{t('filter.full', { count: reportLimits.filters })}</Text>
      ) : (
        <NativeSelect
          id={filterAdderId}
          label={t('filter.add')}
          value=""
          onChange={(event) => {
            const field = known.find((offer) => offer.field === event.currentTarget.value)?.field;
            if (field) {
              setAdded([...added, field]);
            }
          }}
          data={[
            { value: '', label: t('filter.choose') },
            ...known
              .filter((offer) => !isOpen(offer))
              .map(({ field }) => ({ value: field, label: t(`fields.${field}`) })),
          ]}
        />
      )}
    </fieldset>
  );
}

function FilterField({ offer, controls }: { offer: FilterOffer; controls: QuestionControls }) {
  const { t } = useTranslation('reports');
  const { field } = offer;
  const way = wayOf(offer);
  const filter = controls.question.filters.find((each) => each.field === field);
  const values = filter && 'values' in filter ? filter.values : [];
  const label = t(`fields.${field}`);
  switch (way?.kind) {
    case 'choices':
      return (
        <ChoiceFilter field={field} label={label} choices={way.choices} values={values} onChange={controls.filterBy} />
      );
    case 'records':
      return <RecordFilter field={field} label={label} values={values} onChange={controls.filterBy} />;
    case 'range':
      return (
        <RangeFilter
          kind={way.range}
          bounds={way.bounds}
          label={label}
          value={filter && 'ends' in filter ? `${filter.ends.from}..${filter.ends.to}` : ''}
          onUse={(next, isFirst) => controls.filterBy(field, next, isFirst ? 'push' : 'replace')}
        />
      );
    case undefined:
      return null;
  }
}

interface ChoiceFilterProps {
  field: ReportField;
  label: string;
  choices: readonly (string | number)[];
  values: readonly FilterCell[];
  onChange: QuestionControls['filterBy'];
}

/** Some words of a closed list, or what has none of them. */
function ChoiceFilter({ field, label, choices, values, onChange }: ChoiceFilterProps) {
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

/** Some records, looked for by name; or rows that have none. */
function RecordFilter({ field, label, values, onChange }: Omit<ChoiceFilterProps, 'choices'>) {
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
