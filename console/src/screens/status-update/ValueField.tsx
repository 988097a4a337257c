import { Group, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { percentKinds } from '@noa/domain/status-kinds.ts';
import { statusUpdateLimits } from '@noa/domain/status-update.ts';
import type { StatusUpdateKind } from '@noa/domain/vocabulary.ts';
import { NumberField } from '../../ui/NumberField.tsx';
import classes from './StatusUpdate.module.css';

interface Props {
  kind: StatusUpdateKind;
  /** What `getInputProps('value')` gives. */
  field: { id?: string; value?: string; error?: React.ReactNode; onBlur?: () => void };
  onChange: (value: string) => void;
}

/** The value in the unit of its kind: a percentage by slider and by number, or words; nothing where the kind says it all. */
export function ValueField({ kind, field, onChange }: Props) {
  const { t } = useTranslation('statusUpdates');
  const label = t(`kinds.${kind}`);
  if (percentKinds.includes(kind)) {
    const { value = '', ...rest } = field;
    const pct = value === '' ? null : Number(value);
    return (
      <Group wrap="nowrap" align="flex-end" gap="md">
        <input
          type="range"
          min={0}
          max={100}
          step={5}
          className={classes.slider}
          aria-label={t('slider', { kind: label })}
          aria-valuetext={pct === null ? '—' : `${pct} %`}
          value={pct === null || Number.isNaN(pct) ? 0 : pct}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        <NumberField
          {...rest}
          label={label}
          required
          unit="%"
          w={120}
          value={pct}
          onChange={(number) => onChange(number === null ? '' : String(number))}
        />
      </Group>
    );
  }
  if (kind === 'battery_life_status') {
    return (
      <TextInput
        {...field}
        label={t('fields.value')}
        required
        autoComplete="off"
        maxLength={statusUpdateLimits.valueLength}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  return null;
}
