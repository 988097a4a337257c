import { useMutation } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { apartment } from '@noa/domain/kinds/apartment.ts';
import { newValues } from '@noa/domain/kinds/form.ts';
import { paths } from '../../paths.ts';
import { CreateScreen } from '../../crud/form/CreateScreen.tsx';
import { newApartment, secretFields } from './apartment-form.ts';
import { CreateApartmentDocument } from './apartment.graphql.ts';
import { ApartmentFields } from './ApartmentFields.tsx';

/** Adds an apartment; `?entranceId=` says behind which entrance. */
export function Component() {
  const { t } = useTranslation(['apartments', 'entrances']);
  const [parameters] = useSearchParams();
  const [create] = useMutation(CreateApartmentDocument);
  const entranceId = parameters.get('entranceId');
  const initial = { ...newValues(apartment), entranceId };
  return (
    <CreateScreen
      name="apartments"
      above={[{ label: t('entrances:title'), to: paths.entrances.list }]}
      schema={newApartment}
      initial={initial}
      secret={secretFields}
      create={async (input) => (await create({ variables: { input } })).data?.createApartment.id ?? ''}
      viewOf={paths.apartments.view}
      fallback={entranceId ? paths.entrances.view(entranceId) : paths.entrances.list}
    >
      {(form) => <ApartmentFields form={form} isNew />}
    </CreateScreen>
  );
}
