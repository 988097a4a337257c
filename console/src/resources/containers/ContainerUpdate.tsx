import { useMutation } from '@apollo/client/react';
import { useOutletContext } from 'react-router';
import * as z from 'zod/mini';
import { updateContainerInput } from '@noa/domain/container.ts';
import type { ContainerQuery } from '../../api/generated/graphql.ts';
import { paths } from '../../paths.ts';
import { containerGroupPicker } from '../../pickers/pickers.ts';
import { pickedRecord } from '../../resource/picked-record.ts';
import { placeTogether } from '../../resource/PlaceFields.tsx';
import { UpdateDrawer } from '../../resource/UpdateDrawer.tsx';
import { UpdateContainerDocument } from './container.graphql.ts';
import { ContainerFields, type ContainerValues } from './ContainerFields.tsx';

const changedContainer = z.safeExtend(updateContainerInput, { containerGroupId: pickedRecord });

/** Changes a container, over its view. */
export function Component() {
  const container = useOutletContext<NonNullable<ContainerQuery['container']>>();
  const [update] = useMutation(UpdateContainerDocument);
  const { id, serialNumber, wasteStream, accessMode, sizeLitres, volumeControlLitres, cardCapacity } = container;
  const { addrStreet, addrNr, addrBl, lat, lng } = container;
  const initial: ContainerValues = {
    containerGroupId: container.containerGroup?.id ?? null,
    serialNumber,
    wasteStream,
    accessMode,
    sizeLitres,
    volumeControlLitres,
    cardCapacity,
    addrStreet,
    addrNr,
    addrBl,
    lat: lat ?? null,
    lng: lng ?? null,
  };
  return (
    <UpdateDrawer
      name="containers"
      permission="container:write"
      record={container}
      schema={changedContainer}
      initial={initial}
      together={placeTogether}
      pickers={{ containerGroupId: containerGroupPicker }}
      update={(rowId, input) => update({ variables: { id, rowId, input } })}
      view={paths.containers.view(id)}
    >
      {(form) => <ContainerFields form={form} />}
    </UpdateDrawer>
  );
}
