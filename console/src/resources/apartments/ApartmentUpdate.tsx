import { useMutation } from '@apollo/client/react';
import { useMemo, useState } from 'react';
import { useOutletContext } from 'react-router';
import { valuesOf } from '@noa/domain/kinds/form.ts';
import { apartment } from '@noa/domain/kinds/apartment.ts';
import type { ApartmentQuery } from '../../api/generated/graphql.ts';
import { paths } from '../../paths.ts';
import { UpdateDrawer } from '../../crud/form/UpdateDrawer.tsx';
import { apartmentForm, secretFields } from './apartment-form.ts';
import { UpdateApartmentDocument } from './apartment.graphql.ts';
import { ApartmentFields } from './ApartmentFields.tsx';

/** Changes an apartment or its occupier, over its view. */
export function Component() {
  const record = useOutletContext<NonNullable<ApartmentQuery['apartment']>>();
  const [update] = useMutation(UpdateApartmentDocument);
  const { id } = record;
  const mask = record.occupierIdNumber ?? null;
  const [began] = useState(mask);
  const schema = useMemo(() => apartmentForm(began, mask), [began, mask]);
  const { entranceId: _behind, ...initial } = valuesOf(apartment, record);
  return (
    <UpdateDrawer
      name="apartments"
      permission="apartment:updateOccupier"
      record={{ ...record, viewerCanUpdate: record.viewerCanUpdateOccupier }}
      schema={schema}
      initial={initial}
      secret={secretFields}
      kind={apartment}
      update={(rowId, input) => update({ variables: { id, rowId, input } })}
      view={paths.apartments.view(id)}
    >
      {(form) => (
        <ApartmentFields form={form} isNew={false} occupierOnly={!record.viewerCanUpdate} masked={mask !== null} />
      )}
    </UpdateDrawer>
  );
}
