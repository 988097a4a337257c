import { useTranslation } from 'react-i18next';
import { apartment } from '@noa/domain/kinds/apartment.ts';
import type { AnyForm } from '../../crud/declared/FieldInput.tsx';
import { KindFields } from '../../crud/declared/KindFields.tsx';
import { secretFields } from './apartment-form.ts';

interface Props {
  form: AnyForm;
  isNew: boolean;
  /** A manager changes the occupier and nothing else. */
  occupierOnly?: boolean;
  /** Whether there is an ID number already, of which only the mask is known. */
  masked?: boolean;
}

const ofOccupier = ['occupierKind', ...secretFields];
const ofApartment = Object.keys(apartment.fields).filter((name) => !ofOccupier.includes(name));

/** What can be changed of an apartment; shared by create and update. It stays behind its entrance. */
export function ApartmentFields({ form, isNew, occupierOnly = false, masked = false }: Props) {
  const { t } = useTranslation('apartments');
  const unseen = { autoComplete: 'off' };
  return (
    <KindFields
      kind={apartment}
      form={form}
      isNew={isNew}
      without={occupierOnly ? ofApartment : isNew ? [] : ['entranceId']}
      options={{
        occupierName: unseen,
        occupierFirstName: unseen,
        occupierIdNumber: {
          ...unseen,
          description: t(masked ? 'hints.occupierIdNumber' : 'hints.occupierIdNumberNew'),
          // What is typed replaces the mask as a whole.
          onFocus: (event) => event.currentTarget.select(),
        },
      }}
    />
  );
}
