import { SimpleGrid, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { place } from '@noa/domain/kinds/place.ts';
import { NumberField } from '../ui/NumberField.tsx';
import type { FieldsOf } from './use-validated-form.ts';

interface PlaceValues {
  addrStreet: string;
  addrNr: string;
  addrBl: string;
  lat: number | null;
  lng: number | null;
}

/** The API takes a point whole: whoever changes one coordinate sends the other with it. */
export const placeTogether = [['lat', 'lng']] as const;

/** The address and the point of what stands outdoors. */
export function PlaceFields({ name, form }: { name: string; form: FieldsOf<PlaceValues> }) {
  const { t } = useTranslation([name, 'common']);
  return (
    <>
      <TextInput
        label={t('fields.addrStreet')}
        maxLength={place.addrStreet.max}
        {...form.getInputProps('addrStreet')}
      />
      <SimpleGrid cols={2}>
        <TextInput label={t('fields.addrNr')} maxLength={place.addrNr.max} {...form.getInputProps('addrNr')} />
        <TextInput label={t('fields.addrBl')} maxLength={place.addrBl.max} {...form.getInputProps('addrBl')} />
        <NumberField label={t('fields.lat')} description={t('hints.lat')} {...form.getInputProps('lat')} />
        <NumberField label={t('fields.lng')} description={t('hints.lng')} {...form.getInputProps('lng')} />
      </SimpleGrid>
    </>
  );
}
