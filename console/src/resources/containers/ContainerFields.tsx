import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { container } from '@noa/domain/kinds/container.ts';
import type { NewValues } from '@noa/domain/kinds/form.ts';
import { accessModes, wasteStreams } from '@noa/domain/vocabulary.ts';
import { containerGroupPicker } from '../../pickers/pickers.ts';
import { PlaceFields } from '../../resource/PlaceFields.tsx';
import { RecordSelect } from '../../resource/RecordSelect.tsx';
import type { FieldsOf } from '../../resource/use-validated-form.ts';
import { formatNumber } from '../../ui/format.ts';
import { NumberField } from '../../ui/NumberField.tsx';

export type ContainerValues = NewValues<typeof container>;

/** What can be changed of a container; shared by create and update. */
export function ContainerFields({ form }: { form: FieldsOf<ContainerValues> }) {
  const { t, i18n } = useTranslation(['containers', 'common']);
  const bounds = ({ min, max }: { min: number; max: number }) =>
    t('hints.bounds', { min: formatNumber(min, i18n.language), max: formatNumber(max, i18n.language) });
  return (
    <>
      <RecordSelect
        picker={containerGroupPicker}
        label={t('fields.containerGroupId')}
        required
        {...form.getInputProps('containerGroupId')}
      />
      <TextInput
        label={t('fields.serialNumber')}
        description={t('hints.serialNumber')}
        required
        maxLength={container.fields.serialNumber.max}
        {...form.getInputProps('serialNumber')}
      />
      <NativeSelect
        label={t('fields.wasteStream')}
        data={wasteStreams.map((value) => ({ value, label: t(`values.wasteStream.${value}`) }))}
        {...form.getInputProps('wasteStream')}
      />
      <NativeSelect
        label={t('fields.accessMode')}
        description={t('hints.accessMode')}
        data={accessModes.map((value) => ({ value, label: t(`values.accessMode.${value}`) }))}
        {...form.getInputProps('accessMode')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NumberField
          label={t('fields.sizeLitres')}
          description={bounds(container.fields.sizeLitres)}
          required
          unit="l"
          {...form.getInputProps('sizeLitres')}
        />
        <NumberField
          label={t('fields.volumeControlLitres')}
          description={bounds(container.fields.volumeControlLitres)}
          required
          unit="l"
          {...form.getInputProps('volumeControlLitres')}
        />
      </SimpleGrid>
      <NumberField
        label={t('fields.cardCapacity')}
        description={t('hints.cardCapacity')}
        required
        {...form.getInputProps('cardCapacity')}
      />
      <PlaceFields name="containers" form={form} />
    </>
  );
}
