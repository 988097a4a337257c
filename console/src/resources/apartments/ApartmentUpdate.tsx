import { useMutation } from '@apollo/client/react';
import { useMemo } from 'react';
import { useOutletContext } from 'react-router';
import type { ApartmentQuery } from '../../api/generated/graphql.ts';
import { paths } from '../../paths.ts';
import { UpdateDrawer } from '../../resource/UpdateDrawer.tsx';
import { apartmentForm, secretFields } from './apartment-form.ts';
import { UpdateApartmentDocument } from './apartment.graphql.ts';
import { ApartmentFields } from './ApartmentFields.tsx';

/** Changes an apartment or its occupier, over its view. */
export function Component() {
  const apartment = useOutletContext<NonNullable<ApartmentQuery['apartment']>>();
  const [update] = useMutation(UpdateApartmentDocument);
  const { id } = apartment;
  const mask = apartment.occupierIdNumber ?? null;
  const schema = useMemo(() => apartmentForm(mask), [mask]);
  return (
    <UpdateDrawer
      name="apartments"
      permission="apartment:updateOccupier"
      record={{ ...apartment, viewerCanUpdate: apartment.viewerCanUpdateOccupier }}
      schema={schema}
      initial={{
        addrAp: apartment.addrAp,
        occupierKind: apartment.occupierKind ?? 'unknown',
        occupierName: apartment.occupierName ?? null,
        occupierFirstName: apartment.occupierFirstName ?? null,
        occupierIdNumber: mask,
      }}
      secret={secretFields}
      update={(rowId, input) => update({ variables: { id, rowId, input } })}
      view={paths.apartments.view(id)}
    >
      {(form) => <ApartmentFields form={form} occupierOnly={!apartment.viewerCanUpdate} masked={mask !== null} />}
    </UpdateDrawer>
  );
}
