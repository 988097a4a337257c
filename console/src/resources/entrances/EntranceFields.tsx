import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { entrance } from '@noa/domain/kinds/entrance.ts';
import type { ChangedValues } from '@noa/domain/kinds/form.ts';
import { RecordSelect } from '../../resource/RecordSelect.tsx';
import type { FieldsOf } from '../../resource/use-validated-form.ts';
import { entrancePickers } from './entrance-pickers.ts';

export type EntranceValues = ChangedValues<typeof entrance>;

/** What can be changed of an entrance; shared by create and update. */
export function EntranceFields({ form }: { form: FieldsOf<EntranceValues> }) {
  const { t } = useTranslation('entrances');
  return (
    <>
      <TextInput
        label={t('fields.addrSc')}
        description={t('hints.addrSc')}
        required
        maxLength={entrance.fields.addrSc.max}
        {...form.getInputProps('addrSc')}
      />
      <RecordSelect
        picker={entrancePickers.accessGroupId}
        label={t('fields.accessGroupId')}
        description={t('hints.accessGroupId')}
        {...form.getInputProps('accessGroupId')}
      />
      <RecordSelect
        picker={entrancePickers.managerId}
        label={t('fields.managerId')}
        {...form.getInputProps('managerId')}
      />
    </>
  );
}
