import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withoutThousands } from '@noa/domain/texts/thousands.ts';

interface Props extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** null for none, NaN for a text that is no number. */
  value?: number | null;
  onChange: (value: number | null) => void;
  /** Shown after the number: `l`. */
  unit?: string;
  /** Only whole numbers are meant. */
  whole?: boolean;
}

/**
 * Reads a number as people write it, with a decimal comma or point; NaN for what is none, null for nothing.
 *
 * @param isWhole - nothing but a whole number is meant: a sign before three digits parts thousands.
 */
export function parseNumber(text: string, isWhole = false): number | null {
  const typed = text.trim().replaceAll(/\s/g, '').replace('−', '-');
  const digits = (isWhole ? withoutThousands(typed) : typed).replace(',', '.');
  return digits === '' ? null : /^[+-]?\d*\.?\d+$/.test(digits) ? Number(digits) : Number.NaN;
}

/** A field for a number. What is typed stays as it was typed; what comes from outside is shown in the language's notation. */
export function NumberField({ value = null, onChange, unit, whole, ...field }: Props) {
  const { i18n } = useTranslation();
  const [typed, setTyped] = useState('');
  const format = new Intl.NumberFormat(i18n.language, { useGrouping: false, maximumFractionDigits: 12 });
  const written = value === null || Number.isNaN(value) ? '' : format.format(value);
  return (
    <TextInput
      {...field}
      inputMode={whole ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={Object.is(parseNumber(typed, whole), value) ? typed : written}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onChange(parseNumber(event.currentTarget.value, whole));
      }}
      rightSection={unit && <span aria-hidden>{unit}</span>}
    />
  );
}
