import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Picker } from './picker.ts';

interface Props {
  picker: Picker;
  label: string;
  value?: string | null;
  onChange: (value: string | null) => void;
  onBlur?: () => void;
  id?: string;
  error?: ReactNode;
  description?: string;
  required?: boolean;
  /** Inside a popover the choices stay in it, or choosing one would close it. */
  withinPortal?: boolean;
}

const searchMs = 250;

/** Chooses a record of another kind by typing a part of its name. */
export function RecordSelect({ picker, label, value = null, onChange, withinPortal = true, ...field }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed, searchMs);
  const [shownLabel, setShownLabel] = useState('');
  // The label of what is chosen stands in the field; it is not a search.
  const { options, picked, loading } = picker.useOptions(q === shownLabel ? '' : q, value);
  const label0 = picked?.label ?? '';
  if (label0 !== shownLabel) {
    setShownLabel(label0);
  }
  const all = picked && !options.some(({ id }) => id === picked.id) ? [picked, ...options] : options;

  return (
    <Select
      {...field}
      label={label}
      value={value}
      onChange={onChange}
      data={all.map((option) => ({ value: option.id, label: option.label }))}
      searchable
      onSearchChange={setTyped}
      filter={({ options: found }) => found}
      clearable={!field.required}
      nothingFoundMessage={loading ? t('loading.screen') : t('search.nothing')}
      comboboxProps={{ withinPortal }}
      clearButtonProps={{ 'aria-label': t('actions.clear') }}
      maxDropdownHeight={280}
    />
  );
}

/** The name of a record of another kind. */
export function PickedLabel({ picker, id }: { picker: Picker; id: string }) {
  const { t } = useTranslation();
  const { picked, loading } = picker.useOptions('', id);
  return <>{picked?.label ?? (loading ? '…' : t('missing'))}</>;
}
