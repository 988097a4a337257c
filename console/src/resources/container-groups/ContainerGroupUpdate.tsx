import { useMutation } from '@apollo/client/react';
import { lazy, Suspense } from 'react';
import { useOutletContext } from 'react-router';
import { updateContainerGroupInput } from '@noa/domain/kinds/container-group.ts';
import type { AccessMode } from '@noa/domain/vocabulary.ts';
import type { ContainerGroupQuery, EffectInput } from '../../api/generated/graphql.ts';
import { paths } from '../../paths.ts';
import { gisNodePicker } from '../../pickers/pickers.ts';
import { placeTogether } from '../../resource/PlaceFields.tsx';
import { UpdateDrawer } from '../../resource/UpdateDrawer.tsx';
import { UpdateContainerGroupDocument } from './container-group.graphql.ts';
import { ContainerGroupFields } from './ContainerGroupFields.tsx';

type ContainerGroup = NonNullable<ContainerGroupQuery['containerGroup']>;

const EffectPreview = lazy(async () => ({
  default: (await import('../../resource/effect/EffectPreview.tsx')).EffectPreview,
}));

/** Changes a container group, over its view. */
export function Component() {
  const containerGroup = useOutletContext<ContainerGroup>();
  const [update] = useMutation(UpdateContainerGroupDocument);
  const { id, itemNumber, name, accessMode, addrStreet, addrNr, addrBl, lat, lng } = containerGroup;
  const initial = {
    itemNumber,
    name,
    accessMode,
    gisNodeId: containerGroup.gisNode?.id ?? null,
    addrStreet,
    addrNr,
    addrBl,
    lat: lat ?? null,
    lng: lng ?? null,
  };
  return (
    <UpdateDrawer
      name="containerGroups"
      permission="containerGroup:write"
      record={containerGroup}
      schema={updateContainerGroupInput}
      initial={initial}
      pickers={{ gisNodeId: gisNodePicker }}
      together={placeTogether}
      update={(rowId, input) => update({ variables: { id, rowId, input } })}
      view={paths.containerGroups.view(id)}
    >
      {(form) => (
        <>
          <ContainerGroupFields form={form} />
          <Suspense>
            <EffectPreview change={effectOfMode(containerGroup, form.getInputProps('accessMode').value)} />
          </Suspense>
        </>
      )}
    </UpdateDrawer>
  );
}

/** The access mode changes who opens what; nothing else here does. */
function effectOfMode({ id, rowId, accessMode: before }: ContainerGroup, accessMode: AccessMode): EffectInput | null {
  return accessMode === before ? null : { updateContainerGroup: { id, rowId, input: { accessMode } } };
}
