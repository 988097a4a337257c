import { NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { accessGroup } from '@noa/domain/kinds/access-group.ts';
import type { NewValues } from '@noa/domain/kinds/form.ts';
import { accessModes } from '@noa/domain/vocabulary.ts';
import type { FieldsOf } from '../../resource/use-validated-form.ts';

export type AccessGroupValues = NewValues<typeof accessGroup>;

/** What can be changed of an access group; shared by create and update. */
export function AccessGroupFields({ form }: { form: FieldsOf<AccessGroupValues> }) {
  const { t } = useTranslation(['accessGroups', 'common']);
  return (
    <>
      <TextInput
        label={t('fields.name')}
        description={t('hints.name')}
        required
        maxLength={accessGroup.fields.name.max}
        {...form.getInputProps('name')}
      />
      <NativeSelect
        label={t('fields.accessMode')}
        description={t('hints.accessMode')}
        data={accessModes.map((value) => ({ value, label: t(`values.accessMode.${value}`) }))}
        {...form.getInputProps('accessMode')}
      />
    </>
  );
}
