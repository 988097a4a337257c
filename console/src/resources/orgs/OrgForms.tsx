import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { org } from '@noa/domain/kinds/org.ts';
import { defaultTimeZone, timeZones } from '@noa/domain/time/time-zone.ts';
import { zonesNamed } from '@noa/domain/time/zones-named.ts';
import type { AnyForm } from '../../crud/declared/FieldInput.tsx';
import { recordForms } from '../../crud/declared/record-forms.tsx';
import { Combobox } from '../../ui/Combobox.tsx';
import { fold } from '../../ui/values/format.ts';
import { zoneName } from '../../ui/values/ZoneName.tsx';
import { CreateOrgDocument, UpdateOrgDocument } from './org.graphql.ts';

/** Adds an org and changes one. */
export const { create, update } = recordForms(org, {
  create: CreateOrgDocument,
  update: UpdateOrgDocument,
  own: { timeZone: (form) => <TimeZoneField form={form} /> },
});

/** Choices shown at once: the rest is found by typing. */
const maxChoices = 20;

/** In which an org's reports count days and hours. */
function TimeZoneField({ form }: { form: AnyForm }) {
  const { t, i18n } = useTranslation(['orgs', 'common']);
  const { value, onChange, ...field } = form.getInputProps('timeZone');
  const [typed, setTyped] = useState('');
  const optionOf = useCallback(
    (zone: string) => ({ id: zone, label: zoneName(zone, i18n.language), detail: zone }),
    [i18n.language],
  );
  const options = useMemo(() => {
    const words = fold(typed).split(/\s+/);
    const offered = timeZones.filter((zone) => {
      // What all others are called takes Intl a millisecond each to say: by their names only the usual one is found.
      const found = fold(zone === defaultTimeZone ? `${zone} ${optionOf(zone).label}` : zone);
      return words.every((word) => found.includes(word));
    });
    // Not each name of a zone is offered: who types another means it.
    return [...zonesNamed(typed), ...offered].slice(0, maxChoices).map(optionOf);
  }, [typed, optionOf]);
  return (
    <Combobox
      {...field}
      label={t('fields.timeZone')}
      description={t('hints.timeZone')}
      required
      value={value ? optionOf(value) : null}
      options={options}
      onChoose={onChange}
      onSearch={setTyped}
      nothing={t('common:search.nothing')}
    />
  );
}
