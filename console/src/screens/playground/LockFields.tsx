import { NativeSelect, SimpleGrid } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { pickers } from '../../pickers/pickers.ts';
import { RecordSelect } from '../../crud/picker/RecordSelect.tsx';
import { DateField } from '../../ui/DateField.tsx';
import { NumberField } from '../../ui/NumberField.tsx';

/** What a form says of any message of one lock; numbers are NaN for what is none. */
interface LockValues {
  readonly containerId: string | null;
  readonly bootNumber: number | null;
  readonly kind: string;
  readonly at: string;
}

interface Props<Values extends LockValues> {
  values: Values;
  set: (changed: Partial<Values>) => void;
  /** The numbers that the lock gives, besides that of its boot. */
  numbers: ReactNode;
  kinds: readonly { readonly value: string; readonly label: string }[];
  children: ReactNode;
}

/** What every message of a lock has: whose it is, which, of what kind and when. */
export function LockFields<Values extends LockValues>(props: Props<Values>) {
  const { values, set, numbers, kinds, children } = props;
  const { t } = useTranslation('playground');
  const change = (changed: Partial<LockValues>) => set(changed as Partial<Values>);
  return (
    <>
      <RecordSelect
        picker={pickers.container}
        label={t('fields.containerId')}
        required
        value={values.containerId}
        onChange={(containerId) => change({ containerId })}
      />
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <NumberField
          label={t('fields.bootNumber')}
          value={values.bootNumber}
          onChange={(bootNumber) => change({ bootNumber })}
        />
        {numbers}
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NativeSelect
          label={t('fields.kind')}
          data={kinds}
          value={values.kind}
          onChange={(event) => change({ kind: event.currentTarget.value })}
        />
        {children}
        <DateField
          precision="second"
          label={t('fields.at')}
          description={t('fields.atHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={values.at}
          onChange={(at) => change({ at })}
        />
      </SimpleGrid>
    </>
  );
}
