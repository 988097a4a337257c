import { Button, Group, Pill } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { focusAdder, withoutFilters } from './filter-adder.ts';

/** One of what a list or a report is narrowed by. */
export interface ActiveFilter {
  readonly id: string;
  readonly label: ReactNode;
  /** What it is called when it is to be taken off. */
  readonly name: string;
  readonly remove: () => void;
}

interface Props {
  filters: readonly ActiveFilter[];
  onReset: () => void;
  /** Of the button that takes all off. */
  className?: string | undefined;
}

const chips = '[data-chip] button';

/** Whoever goes on by the keyboard takes the next one off, or the one before it. */
function focusNext(button: HTMLElement): void {
  const all = [...(button.closest('[role=group]')?.querySelectorAll<HTMLElement>(chips) ?? [])];
  const at = all.indexOf(button);
  const next = all[at + 1] ?? all[at - 1];
  if (next) {
    next.focus();
  } else {
    focusAdder();
  }
}

/** What is shown is narrowed by these, each to be taken off. */
export function ActiveFilters({ filters, onReset, className }: Props) {
  const { t } = useTranslation();
  function handleRemove({ currentTarget }: MouseEvent<HTMLElement>, { remove }: ActiveFilter) {
    focusNext(currentTarget);
    remove();
  }
  return (
    <Group gap="xs" role="group" aria-label={t('list.activeFilters')}>
      {filters.map((filter) => (
        <Pill
          key={filter.id}
          data-chip
          size="md"
          withRemoveButton
          removeButtonProps={{
            'aria-label': t('list.removeFilter', { filter: filter.name }),
            tabIndex: 0,
            'aria-hidden': false,
            onClick: (event) => handleRemove(event, filter),
          }}
        >
          {filter.label}
        </Pill>
      ))}
      <Button variant="subtle" size="compact-sm" className={className} onClick={withoutFilters(onReset)}>
        {t('actions.resetFilters')}
      </Button>
    </Group>
  );
}
