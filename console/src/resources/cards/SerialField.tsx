import { Radio, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { readSerial, settleSerial } from '@noa/domain/codes/card-code.ts';
import { cardLimits } from '@noa/domain/card.ts';

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  error?: ReactNode;
  id?: string | undefined;
  autoFocus?: boolean;
}

/** The serial of a card in any notation, and under it how it was understood. */
export function SerialField({ value, onChange, ...field }: Props) {
  const { t } = useTranslation('cards');
  const settled = settleSerial(value);
  const reading =
    typeof settled === 'object' && readSerial(value).find((each) => each.serialNumber === settled.serialNumber);

  /** What is meant, in the notation that reads one way only: it takes the place of what was typed. */
  function choose(serialNumber: string) {
    onChange(serialNumber.match(/../g)?.join(':') ?? serialNumber);
  }
  return (
    <>
      <TextInput
        description={
          reading
            ? t('hints.reading', { serial: reading.serialNumber, code: reading.displaySerialNumber })
            : t('hints.serialNumber')
        }
        required
        maxLength={cardLimits.serialNumberLength}
        autoComplete="off"
        {...field}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {settled === 'ambiguous' && (
        <Radio.Group label={t('readings.title')} value="" onChange={choose}>
          <Stack gap="xs" mt="xs">
            {readSerial(value).map(({ notation, byteOrder, serialNumber, displaySerialNumber }) => (
              <Radio
                key={serialNumber}
                value={serialNumber}
                label={`${displaySerialNumber}, ${serialNumber}, ${t(`readings.${notation}`, { context: byteOrder })}`}
              />
            ))}
          </Stack>
        </Radio.Group>
      )}
    </>
  );
}
