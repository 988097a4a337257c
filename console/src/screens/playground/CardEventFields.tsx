import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { lockEventKinds, type CardEventKind } from '@noa/domain/vocabulary.ts';
import { pickers } from '../../pickers/pickers.ts';
import { RecordSelect } from '../../crud/picker/RecordSelect.tsx';
import { DateField } from '../../ui/DateField.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { maxCount, type CardEventValues } from './batches/card-event-batch.ts';

interface Props {
  values: CardEventValues;
  onChange: (values: CardEventValues) => void;
}

/** What a lock tells of an event, and how many of the kind it tells at once. */
export function CardEventFields({ values, onChange }: Props) {
  const { t } = useTranslation(['playground', 'cards']);
  const set = (changed: Partial<CardEventValues>) => onChange({ ...values, ...changed });
  return (
    <>
      <RecordSelect
        picker={pickers.container}
        label={t('fields.containerId')}
        required
        value={values.containerId}
        onChange={(containerId) => set({ containerId })}
      />
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <NumberField
          label={t('fields.bootNumber')}
          value={values.bootNumber}
          onChange={(bootNumber) => set({ bootNumber })}
        />
        <NumberField
          label={t('fields.eventNumber')}
          value={values.eventNumber}
          onChange={(eventNumber) => set({ eventNumber })}
        />
        <NumberField
          label={t('fields.count', { max: maxCount })}
          value={values.count}
          onChange={(count) => set({ count })}
        />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NativeSelect
          label={t('fields.kind')}
          data={lockEventKinds.map((value) => ({ value, label: t(`cards:eventKinds.${value}`) }))}
          value={values.kind}
          onChange={(event) => set({ kind: event.currentTarget.value as CardEventKind })}
        />
        <DateField
          precision="second"
          label={t('fields.at')}
          description={t('fields.atHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={values.at}
          onChange={(at) => set({ at })}
        />
        <TextInput
          label={t('fields.serialNumber')}
          autoComplete="off"
          spellCheck={false}
          value={values.serialNumber}
          onChange={(event) => set({ serialNumber: event.currentTarget.value })}
        />
        <TextInput
          label={t('fields.listVersion')}
          autoComplete="off"
          value={values.listVersion}
          onChange={(event) => set({ listVersion: event.currentTarget.value })}
        />
      </SimpleGrid>
    </>
  );
}
