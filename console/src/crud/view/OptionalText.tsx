import { TextInput, type TextInputProps } from '@mantine/core';

interface Props extends Omit<TextInputProps, 'value' | 'onChange'> {
  value?: string | null;
  onChange: (value: string | null) => void;
}

/** A text that may be absent: an emptied field is null, which is how the API clears one. */
export function OptionalText({ value, onChange, ...field }: Props) {
  return <TextInput {...field} value={value ?? ''} onChange={(event) => onChange(event.currentTarget.value || null)} />;
}
