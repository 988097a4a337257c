import { Checkbox, NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Filter } from '../define-resource.ts';
import { filterLabel } from './filter-text.ts';
import { RangeFilter } from './RangeFilter.tsx';
import { RecordSelect } from '../picker/RecordSelect.tsx';
import type { ListControls } from '../list/use-list-state.ts';
import { useTyped } from '../use-typed.ts';

export interface FiltersProps {
  /** Namespace of the texts. */
  name: string;
  filters: readonly Filter[];
  controls: ListControls;
}

/** All the ways to narrow a list. */
export function FilterPanel({ name, filters, controls }: FiltersProps) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} verticalSpacing="sm">
      {filters.map((filter) => (
        <FilterField key={filter.id} name={name} filter={filter} controls={controls} />
      ))}
    </SimpleGrid>
  );
}

function FilterField({ name, filter, controls }: { name: string; filter: Filter; controls: ListControls }) {
  const { t } = useTranslation([name, 'common']);
  const { id } = filter;
  const value = controls.state.filters[id] ?? null;
  const label = filterLabel(t, name, id);
  // What is typed since the field was entered is one step: Back leads to before it.
  const handleUse = (next: string | null, isFirst: boolean) =>
    controls.filterBy(id, next, isFirst ? 'push' : 'replace');
  switch (filter.kind) {
    case 'flag':
      return (
        <Checkbox
          mt={{ base: 0, sm: 28 }}
          label={label}
          checked={value !== null}
          onChange={(event) => controls.filterBy(id, event.currentTarget.checked ? 'true' : null)}
        />
      );
    case 'boolean':
    case 'choice':
      return (
        <NativeSelect
          label={label}
          value={value ?? ''}
          onChange={(event) => controls.filterBy(id, event.currentTarget.value || null)}
          data={[
            { value: '', label: t('common:list.any') },
            ...(filter.kind === 'choice' ? filter.values : ['true', 'false']).map((each) => ({
              value: each,
              label: t(`${filter.texts}.${each}`),
            })),
          ]}
        />
      );
    case 'record':
      return (
        <RecordSelect
          picker={filter.picker}
          label={label}
          placeholder={t('common:list.any')}
          value={value}
          onChange={(next) => controls.filterBy(id, next)}
        />
      );
    case 'text':
      return <TextFilter label={label} value={value ?? ''} onUse={handleUse} />;
    default:
      return <RangeFilter kind={filter.kind} label={label} value={value ?? ''} onUse={handleUse} />;
  }
}

interface TextFilterProps {
  label: string;
  value: string;
  onUse: (value: string | null, isFirst: boolean) => void;
}

function TextFilter({ label, value, onUse }: TextFilterProps) {
  const { text, type, enter, leave } = useTyped(value, (next, isFirst) => onUse(next || null, isFirst));
  return (
    <TextInput
      label={label}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      onFocus={enter}
      onBlur={leave}
    />
  );
}
