import { TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { org, timeZones } from '@noa/domain/kinds/org.ts';
import type { NewValues } from '@noa/domain/kinds/form.ts';
import type { FieldsOf } from '../../resource/use-validated-form.ts';
import { Combobox } from '../../ui/Combobox.tsx';
import { fold } from '../../ui/format.ts';

export type OrgValues = NewValues<typeof org>;

/** What can be said of an org; shared by create and update. */
export function OrgFields({ form }: { form: FieldsOf<OrgValues> }) {
  const { t } = useTranslation('orgs');
  return (
    <>
      <TextInput label={t('fields.name')} required maxLength={org.fields.name.max} {...form.getInputProps('name')} />
      <TextInput label={t('fields.addr')} maxLength={org.fields.addr.max} {...form.getInputProps('addr')} />
      <TimeZoneField form={form} />
    </>
  );
}

/** Choices shown at once: the rest is found by typing. */
const maxChoices = 20;

function TimeZoneField({ form }: { form: FieldsOf<OrgValues> }) {
  const { t } = useTranslation(['orgs', 'common']);
  const { value, onChange, ...field } = form.getInputProps('timeZone');
  const [typed, setTyped] = useState('');
  const options = useMemo(() => {
    const words = fold(typed).split(/\s+/);
    return timeZones
      .filter((zone) => words.every((word) => fold(zone).includes(word)))
      .slice(0, maxChoices)
      .map((zone) => ({ id: zone, label: zone }));
  }, [typed]);
  return (
    <Combobox
      {...field}
      label={t('fields.timeZone')}
      description={t('hints.timeZone')}
      required
      value={value ? { id: value, label: value } : null}
      options={options}
      onChoose={onChange}
      onSearch={setTyped}
      nothing={t('common:search.nothing')}
    />
  );
}
