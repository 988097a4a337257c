import { useMutation } from '@apollo/client/react';
import { lazy, Suspense } from 'react';
import { useOutletContext } from 'react-router';
import { valuesOf } from '@noa/domain/kinds/form.ts';
import { containerGroup, updateContainerGroupInput } from '@noa/domain/kinds/container-group.ts';
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
  const record = useOutletContext<ContainerGroup>();
  const [update] = useMutation(UpdateContainerGroupDocument);
  const { id } = record;
  return (
    <UpdateDrawer
      name="containerGroups"
      permission="containerGroup:write"
      record={record}
      schema={updateContainerGroupInput}
      initial={valuesOf(containerGroup, record)}
      pickers={{ gisNodeId: gisNodePicker }}
      together={placeTogether}
      update={(rowId, input) => update({ variables: { id, rowId, input } })}
      view={paths.containerGroups.view(id)}
    >
      {(form) => (
        <>
          <ContainerGroupFields form={form} />
          <Suspense>
            <EffectPreview change={effectOfMode(record, form.getInputProps('accessMode').value)} />
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
