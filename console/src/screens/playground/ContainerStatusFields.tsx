import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { statusLevels, statusUpdateKinds, type StatusLevel, type StatusUpdateKind } from '@noa/domain/vocabulary.ts';
import { pickers } from '../../pickers/pickers.ts';
import { RecordSelect } from '../../crud/picker/RecordSelect.tsx';
import { DateField } from '../../ui/DateField.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import type { StatusUpdateValues } from './batches/status-update-batch.ts';

interface Props {
  values: StatusUpdateValues;
  onChange: (values: StatusUpdateValues) => void;
}

/** What a lock tells of its container's state. */
export function ContainerStatusFields({ values, onChange }: Props) {
  const { t } = useTranslation(['playground', 'statusUpdates', 'common']);
  const set = (changed: Partial<StatusUpdateValues>) => onChange({ ...values, ...changed });
  return (
    <>
      <RecordSelect
        picker={pickers.container}
        label={t('fields.containerId')}
        required
        value={values.containerId}
        onChange={(containerId) => set({ containerId })}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NumberField
          label={t('fields.bootNumber')}
          value={values.bootNumber}
          onChange={(bootNumber) => set({ bootNumber })}
        />
        <NumberField
          label={t('fields.updateNumber')}
          value={values.updateNumber}
          onChange={(updateNumber) => set({ updateNumber })}
        />
        <NativeSelect
          label={t('fields.kind')}
          data={statusUpdateKinds.map((value) => ({ value, label: t(`statusUpdates:kinds.${value}`) }))}
          value={values.kind}
          onChange={(event) => set({ kind: event.currentTarget.value as StatusUpdateKind })}
        />
        <TextInput
          label={t('fields.value')}
          autoComplete="off"
          value={values.value}
          onChange={(event) => set({ value: event.currentTarget.value })}
        />
        <NativeSelect
          label={t('fields.level')}
          data={[
            { value: '', label: t('fields.levelFromValue') },
            ...statusLevels.map((value) => ({ value, label: t(`common:values.statusLevel.${value}`) })),
          ]}
          value={values.level ?? ''}
          onChange={(event) => set({ level: (event.currentTarget.value || null) as StatusLevel | null })}
        />
        <DateField
          precision="second"
          label={t('fields.at')}
          description={t('fields.atHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={values.at}
          onChange={(at) => set({ at })}
        />
      </SimpleGrid>
    </>
  );
}
