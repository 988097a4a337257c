import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Combobox, type ComboboxProps } from '../../ui/Combobox.tsx';
import type { Picker } from './picker.ts';

interface Props extends Omit<ComboboxProps, 'value' | 'options' | 'isWaiting' | 'onChoose' | 'onSearch' | 'nothing'> {
  picker: Picker;
  value?: string | null;
  onChange: (value: string | null) => void;
}

const searchMs = 250;

/** Chooses a record of another kind by typing a part of its name. */
export function RecordSelect({ picker, label, value = null, onChange, ...field }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed, searchMs);
  const { options, picked, loading, failed } = picker.useOptions(q, value || null);
  // Until its name is here, what is picked stands for itself.
  const chosen = value ? (picked ?? options.find(({ id }) => id === value) ?? { id: value, label: '…' }) : null;
  return (
    <Combobox
      {...field}
      // What is chosen says what it is, where nothing else has to be said.
      {...(chosen?.detail && { description: chosen.detail })}
      label={label}
      value={chosen}
      options={options}
      isWaiting={loading || typed !== q}
      onChoose={onChange}
      onSearch={setTyped}
      nothing={t(loading ? 'loading.screen' : failed ? 'search.failed' : 'search.nothing')}
    />
  );
}
