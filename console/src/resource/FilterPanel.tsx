import { Checkbox, NativeSelect, SimpleGrid } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useViewer } from '../session/viewer.ts';
import type { Filter } from './define-resource.ts';
import { RecordSelect } from './RecordSelect.tsx';
import type { ListControls } from './use-list-state.ts';

interface Props {
  /** Namespace of the texts. */
  name: string;
  filters: readonly Filter[];
  controls: ListControls;
}

/** All the ways to narrow a list. */
export function FilterPanel({ name, filters, controls }: Props) {
  const viewer = useViewer();
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} verticalSpacing="sm">
      {filters
        .filter(({ may }) => !may || viewer.may(may))
        .map((filter) => (
          <FilterField key={filter.id} name={name} filter={filter} controls={controls} />
        ))}
    </SimpleGrid>
  );
}

function FilterField({ name, filter, controls }: { name: string; filter: Filter; controls: ListControls }) {
  const { t } = useTranslation([name, 'common']);
  const { id } = filter;
  const value = controls.state.filters[id] ?? null;
  const label = t(`filters.${id}`);
  if (filter.kind === 'flag') {
    return (
      <Checkbox
        mt={{ base: 0, sm: 28 }}
        label={label}
        checked={value !== null}
        onChange={(event) => controls.filterBy(id, event.currentTarget.checked ? 'true' : null)}
      />
    );
  }
  if (filter.kind === 'choice') {
    return (
      <NativeSelect
        label={label}
        value={value ?? ''}
        onChange={(event) => controls.filterBy(id, event.currentTarget.value || null)}
        data={[
          { value: '', label: t('common:list.any') },
          ...filter.values.map((each) => ({ value: each, label: t(`${filter.texts}.${each}`) })),
        ]}
      />
    );
  }
  return (
    <RecordSelect picker={filter.picker} label={label} value={value} onChange={(next) => controls.filterBy(id, next)} />
  );
}
