import { NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { containerGroup } from '@noa/domain/kinds/container-group.ts';
import type { NewValues } from '@noa/domain/kinds/form.ts';
import { accessModes } from '@noa/domain/vocabulary.ts';
import { gisNodePicker } from '../../pickers/pickers.ts';
import { PlaceFields } from '../../resource/PlaceFields.tsx';
import { RecordSelect } from '../../resource/RecordSelect.tsx';
import type { FieldsOf } from '../../resource/use-validated-form.ts';

export type ContainerGroupValues = NewValues<typeof containerGroup>;

/** What can be changed of a container group; shared by create and update. */
export function ContainerGroupFields({ form }: { form: FieldsOf<ContainerGroupValues> }) {
  const { t } = useTranslation(['containerGroups', 'common']);
  return (
    <>
      <TextInput
        label={t('fields.itemNumber')}
        description={t('hints.itemNumber')}
        required
        maxLength={containerGroup.fields.itemNumber.max}
        {...form.getInputProps('itemNumber')}
      />
      <TextInput label={t('fields.name')} maxLength={containerGroup.fields.name.max} {...form.getInputProps('name')} />
      <NativeSelect
        label={t('fields.accessMode')}
        description={t('hints.accessMode')}
        data={accessModes.map((value) => ({ value, label: t(`values.accessMode.${value}`) }))}
        {...form.getInputProps('accessMode')}
      />
      <RecordSelect
        picker={gisNodePicker}
        label={t('fields.gisNodeId')}
        description={t('hints.gisNodeId')}
        {...form.getInputProps('gisNodeId')}
      />
      <PlaceFields name="containerGroups" form={form} />
    </>
  );
}
