import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { manager } from '@noa/domain/kinds/manager.ts';
import type { ChangedValues } from '@noa/domain/kinds/form.ts';
import type { FieldsOf } from '../../resource/use-validated-form.ts';

export type ManagerValues = ChangedValues<typeof manager>;

/** What can be changed of a manager; shared by create and update. */
export function ManagerFields({ form }: { form: FieldsOf<ManagerValues> }) {
  const { t } = useTranslation('managers');
  return (
    <TextInput
      label={t('fields.name')}
      description={t('hints.name')}
      required
      maxLength={manager.fields.name.max}
      {...form.getInputProps('name')}
    />
  );
}
