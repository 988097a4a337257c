import { NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { apartment } from '@noa/domain/kinds/apartment.ts';
import { occupierKinds } from '@noa/domain/vocabulary.ts';
import { OptionalText } from '../../resource/OptionalText.tsx';
import type { FieldsOf } from '../../resource/use-validated-form.ts';
import type { ApartmentValues } from './apartment-form.ts';

interface Props {
  form: FieldsOf<ApartmentValues>;
  /** A manager changes the occupier and nothing else. */
  occupierOnly?: boolean;
  /** Whether there is an ID number already, of which only the mask is known. */
  masked?: boolean;
}

/** What can be changed of an apartment; shared by create and update. */
export function ApartmentFields({ form, occupierOnly = false, masked = false }: Props) {
  const { t } = useTranslation('apartments');
  return (
    <>
      {!occupierOnly && (
        <TextInput
          label={t('fields.addrAp')}
          description={t('hints.addrAp')}
          required
          maxLength={apartment.fields.addrAp.max}
          {...form.getInputProps('addrAp')}
        />
      )}
      <NativeSelect
        label={t('fields.occupierKind')}
        data={occupierKinds.map((value) => ({ value, label: t(`values.occupierKind.${value}`) }))}
        {...form.getInputProps('occupierKind')}
      />
      <OptionalText
        label={t('fields.occupierName')}
        description={t('hints.occupierName')}
        maxLength={apartment.fields.occupierName.max}
        autoComplete="off"
        {...form.getInputProps('occupierName')}
      />
      <OptionalText
        label={t('fields.occupierFirstName')}
        maxLength={apartment.fields.occupierFirstName.max}
        autoComplete="off"
        {...form.getInputProps('occupierFirstName')}
      />
      <OptionalText
        label={t('fields.occupierIdNumber')}
        description={t(masked ? 'hints.occupierIdNumber' : 'hints.occupierIdNumberNew')}
        autoComplete="off"
        // What is typed replaces the mask as a whole.
        onFocus={(event) => event.currentTarget.select()}
        {...form.getInputProps('occupierIdNumber')}
      />
    </>
  );
}
