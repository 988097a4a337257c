import { Button, Group, Pill } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Filter } from '../define-resource.ts';
import { filterLabel, filterText } from './filter-text.ts';
import { PickedLabel } from '../picker/PickedLabel.tsx';
import type { ListControls } from '../list/use-list-state.ts';

interface Props {
  name: string;
  filters: readonly Filter[];
  controls: ListControls;
}

/** What the list is narrowed by, each to be taken off. */
export function FilterChips({ name, filters, controls }: Props) {
  const { t, i18n } = useTranslation([name, 'common']);
  const { state } = controls;
  const chip = (id: string, label: ReactNode, text: string, handleRemove: () => void) => (
    <Pill
      key={id}
      size="md"
      withRemoveButton
      onRemove={handleRemove}
      removeButtonProps={{
        'aria-label': t('common:list.removeFilter', { filter: text }),
        tabIndex: 0,
        'aria-hidden': false,
      }}
    >
      {label}
    </Pill>
  );
  return (
    <Group gap="xs" role="group" aria-label={t('common:list.activeFilters')}>
      {state.q !== '' && chip('q', `„${state.q}”`, state.q, () => controls.search(''))}
      {filters.flatMap((filter) => {
        const value = state.filters[filter.id];
        if (value === undefined) {
          return [];
        }
        const text = filterLabel(t, name, filter.id);
        const said = filterText(t, i18n.language, filter, value);
        const label = (
          <>
            {text}
            {said !== null && `: ${said}`}
            {filter.kind === 'record' && (
              <>
                : <PickedLabel picker={filter.picker} id={value} />
              </>
            )}
          </>
        );
        return [chip(filter.id, label, text, () => controls.filterBy(filter.id, null))];
      })}
      <Button variant="subtle" size="compact-sm" onClick={controls.resetFilters}>
        {t('common:actions.resetFilters')}
      </Button>
    </Group>
  );
}
