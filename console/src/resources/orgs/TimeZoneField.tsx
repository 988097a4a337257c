import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { timeZones } from '@noa/domain/time-zone.ts';
import type { AnyForm } from '../../crud/declared/FieldInput.tsx';
import { Combobox } from '../../ui/Combobox.tsx';
import { fold } from '../../ui/values/format.ts';

/** Choices shown at once: the rest is found by typing. */
const maxChoices = 20;

/** In which an org's reports count days and hours. */
export function TimeZoneField({ form }: { form: AnyForm }) {
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
