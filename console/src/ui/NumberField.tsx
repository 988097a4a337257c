import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

interface Props extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** null for none, NaN for a text that is no number. */
  value?: number | null;
  onChange: (value: number | null) => void;
  /** Shown after the number: `l`. */
  unit?: string;
}

/** Reads a number as people write it, with a decimal comma or point; NaN for what is none, null for nothing. */
export function parseNumber(text: string): number | null {
  const digits = text.trim().replaceAll(/\s/g, '').replace(',', '.').replace('−', '-');
  return digits === '' ? null : /^[+-]?\d*\.?\d+$/.test(digits) ? Number(digits) : Number.NaN;
}

/** A field for a number. What is typed stays as it was typed; what comes from outside is shown in the language's notation. */
export function NumberField({ value = null, onChange, unit, ...field }: Props) {
  const { i18n } = useTranslation();
  const [typed, setTyped] = useState('');
  const format = new Intl.NumberFormat(i18n.language, { useGrouping: false, maximumFractionDigits: 12 });
  const written = value === null || Number.isNaN(value) ? '' : format.format(value);
  return (
    <TextInput
      {...field}
      inputMode="decimal"
      autoComplete="off"
      value={Object.is(parseNumber(typed), value) ? typed : written}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onChange(parseNumber(event.currentTarget.value));
      }}
      rightSection={unit && <span aria-hidden>{unit}</span>}
    />
  );
}
