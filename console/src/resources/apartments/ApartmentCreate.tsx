import { useMutation } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { paths } from '../../paths.ts';
import { entrancePicker } from '../../pickers/pickers.ts';
import { CreateScreen } from '../../resource/CreateScreen.tsx';
import { RecordSelect } from '../../resource/RecordSelect.tsx';
import { newApartment, secretFields, type ApartmentValues } from './apartment-form.ts';
import { CreateApartmentDocument } from './apartment.graphql.ts';
import { ApartmentFields } from './ApartmentFields.tsx';

interface Values extends ApartmentValues {
  entranceId: string | null;
}

/** Adds an apartment; `?entranceId=` says behind which entrance. */
export function Component() {
  const { t } = useTranslation(['apartments', 'entrances']);
  const [parameters] = useSearchParams();
  const [create] = useMutation(CreateApartmentDocument);
  const entranceId = parameters.get('entranceId');
  const initial: Values = {
    entranceId,
    addrAp: '',
    occupierKind: 'unknown',
    occupierName: null,
    occupierFirstName: null,
    occupierIdNumber: null,
  };
  return (
    <CreateScreen
      name="apartments"
      permission="apartment:write"
      above={[{ label: t('entrances:title'), to: paths.entrances.list }]}
      schema={newApartment}
      initial={initial}
      secret={secretFields}
      create={async (input) => (await create({ variables: { input } })).data?.createApartment.id ?? ''}
      viewOf={paths.apartments.view}
      fallback={entranceId ? paths.entrances.view(entranceId) : paths.entrances.list}
    >
      {(form) => (
        <>
          <RecordSelect
            picker={entrancePicker}
            label={t('fields.entranceId')}
            required
            {...form.getInputProps('entranceId')}
          />
          <ApartmentFields form={form} />
        </>
      )}
    </CreateScreen>
  );
}
