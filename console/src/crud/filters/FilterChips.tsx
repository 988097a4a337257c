import { useTranslation } from 'react-i18next';
import { filterLabel, filterText } from './filter-text.ts';
import { ActiveFilters, type ActiveFilter } from '../../ui/page/ActiveFilters.tsx';
import { PickedLabel } from '../picker/PickedLabel.tsx';
import type { FiltersProps } from './FilterPanel.tsx';

/** What the list is narrowed by, each to be taken off. */
export function FilterChips({ name, filters, controls }: FiltersProps) {
  const { t, i18n } = useTranslation([name, 'common']);
  const { state } = controls;
  const searched: ActiveFilter = {
    id: 'q',
    label: t('common:list.quoted', { text: state.q }),
    name: state.q,
    remove: () => controls.search(''),
  };
  const narrowing = filters.flatMap((filter): ActiveFilter[] => {
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
    return [{ id: filter.id, label, name: text, remove: () => controls.filterBy(filter.id, null) }];
  });
  return (
    <ActiveFilters filters={[...(state.q === '' ? [] : [searched]), ...narrowing]} onReset={controls.resetFilters} />
  );
}
