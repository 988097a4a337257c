import { TextInput } from '@mantine/core';
import { Suspense, type ReactNode } from 'react';
import type { Precision } from './typed-date.ts';
import { part } from '../loading/part.ts';

export interface DateFieldProps {
  label?: string;
  'aria-label'?: string;
  'aria-describedby'?: string | undefined;
  /** As the address has it: `2025-12-01`, `2025-12-01T14:05`, to the second `2025-12-01T14:05:09`, in no zone; empty for none. */
  value: string;
  /** What is typed and is no date is given as it was typed. */
  onChange: (value: string) => void;
  /** A day, unless said otherwise. */
  precision?: Precision;
  /** The last that the calendar offers. */
  latest?: string;
  error?: ReactNode;
  description?: string;
  inputWrapperOrder?: ('label' | 'input' | 'description' | 'error')[];
  leftSection?: ReactNode;
  leftSectionWidth?: number;
  flex?: string;
  onFocus?: () => void;
  onBlur?: () => void;
}

// Thirty kilobytes, which no screen waits for.
const CalendarField = part(async () => (await import('./CalendarField.tsx')).CalendarField);

/** A field for a day or a moment, typed as people of the language write it or chosen in a calendar. */
export function DateField(props: DateFieldProps) {
  const { value: _value, onChange: _onChange, precision: _precision, latest: _latest, ...field } = props;
  return (
    <Suspense fallback={<TextInput {...field} readOnly />}>
      <CalendarField {...props} />
    </Suspense>
  );
}
