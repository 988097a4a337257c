import { Button, Checkbox, Popover, Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useViewer } from '../session/viewer.ts';
import { IconFilter } from '../ui/icons.ts';
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
export function FilterMenu({ name, filters, controls }: Props) {
  const { t } = useTranslation([name, 'common']);
  const viewer = useViewer();
  const [opened, setOpened] = useState(false);
  const allowed = filters.filter(({ may }) => !may || viewer.may(may));
  if (allowed.length === 0) {
    return null;
  }
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" width={320} trapFocus shadow="md">
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconFilter size={16} aria-hidden />}
          onClick={() => setOpened((before) => !before)}
        >
          {t('common:actions.filter')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          {allowed.map((filter) => (
            <FilterField key={filter.id} name={name} filter={filter} controls={controls} />
          ))}
          <Button variant="default" onClick={() => setOpened(false)}>
            {t('common:actions.close')}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function FilterField({ name, filter, controls }: { name: string; filter: Filter; controls: ListControls }) {
  const { t } = useTranslation(name);
  const { id } = filter;
  const value = controls.state.filters[id] ?? null;
  const label = t(`filters.${id}`);
  if (filter.kind === 'flag') {
    return (
      <Checkbox
        label={label}
        checked={value !== null}
        onChange={(event) => controls.filterBy(id, event.currentTarget.checked ? 'true' : null)}
      />
    );
  }
  if (filter.kind === 'choice') {
    return (
      <Select
        label={label}
        value={value}
        onChange={(next) => controls.filterBy(id, next)}
        data={filter.values.map((each) => ({ value: each, label: t(`${filter.texts}.${each}`) }))}
        clearable
        comboboxProps={{ withinPortal: false }}
      />
    );
  }
  return (
    <RecordSelect
      picker={filter.picker}
      label={label}
      value={value}
      onChange={(next) => controls.filterBy(id, next)}
      withinPortal={false}
    />
  );
}
