import { Checkbox, NativeSelect, TextInput, type TextInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Field } from '@noa/domain/kinds/field.ts';
import { pickerOf } from '../../pickers/pickers.ts';
import { formatNumber } from '../../ui/values/format.ts';
import { NumberField } from '../../ui/NumberField.tsx';
import { RecordSelect } from '../picker/RecordSelect.tsx';
import type { FieldsOf } from '../form/use-validated-form.ts';

/** A form whatever its values. */
export type AnyForm = FieldsOf<Record<string, unknown>>;

/** What a text field may be told besides. */
export type TextOptions = Pick<TextInputProps, 'autoComplete' | 'onFocus' | 'description'>;

interface Props {
  /** Namespace of the kind's texts: its label is `fields.<name>`, what is said under it `hints.<name>`, where there is one. */
  space: string;
  name: string;
  field: Field;
  form: AnyForm;
  options?: TextOptions | undefined;
}

const unitSigns = { litres: 'l' } as const;

/** What a declared field is typed or chosen in. */
export function FieldInput({ space, name, field, form, options }: Props) {
  const { t, i18n } = useTranslation([space, 'common']);
  const { type, of, values, min, max, unit, required, nullable } = field;
  const bound = (value = 0) => formatNumber(value, i18n.language);
  const hint = i18n.exists(`${space}:hints.${name}`) && t(`hints.${name}`, { min: bound(min), max: bound(max) });
  const shared = { label: t(`fields.${name}`), ...(hint && { description: hint }) };
  const demanded = required && { required };
  switch (type) {
    case 'id':
      return <RecordSelect picker={pickerOf(of?.name ?? '')} {...shared} {...demanded} {...form.getInputProps(name)} />;
    case 'enum':
      return (
        <NativeSelect
          {...shared}
          data={(values ?? []).map((value) => ({ value, label: t(`values.${name}.${value}`) }))}
          {...form.getInputProps(name)}
        />
      );
    case 'boolean':
      return (
        <Checkbox {...shared} label={t(`values.${name}.true`)} {...form.getInputProps(name, { type: 'checkbox' })} />
      );
    case 'integer':
    case 'float':
      return (
        <NumberField
          {...shared}
          {...(!nullable && { required: true })}
          {...(unit && { unit: unitSigns[unit] })}
          whole={type === 'integer'}
          {...form.getInputProps(name)}
        />
      );
    default: {
      const Input = nullable ? OptionalText : TextInput;
      const length = max !== undefined && { maxLength: max };
      return <Input {...shared} {...demanded} {...length} {...options} {...form.getInputProps(name)} />;
    }
  }
}

interface OptionalTextProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value?: string | null;
  onChange: (value: string | null) => void;
}

/** A text that may be absent: an emptied field is null, which is how the API clears one. */
function OptionalText({ value, onChange, ...field }: OptionalTextProps) {
  return <TextInput {...field} value={value ?? ''} onChange={(event) => onChange(event.currentTarget.value || null)} />;
}
