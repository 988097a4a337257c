import { useMutation } from '@apollo/client/react';
import { lazy, Suspense } from 'react';
import { useOutletContext } from 'react-router';
import * as z from 'zod/mini';
import { valuesOf } from '@noa/domain/kinds/form.ts';
import { container, updateContainerInput } from '@noa/domain/kinds/container.ts';
import type { AccessMode } from '@noa/domain/vocabulary.ts';
import type { ContainerQuery, EffectInput } from '../../api/generated/graphql.ts';
import { paths } from '../../paths.ts';
import { containerGroupPicker } from '../../pickers/pickers.ts';
import { pickedRecord } from '../../resource/picked-record.ts';
import { placeTogether } from '../../resource/PlaceFields.tsx';
import { UpdateDrawer } from '../../resource/UpdateDrawer.tsx';
import { UpdateContainerDocument } from './container.graphql.ts';
import { ContainerFields } from './ContainerFields.tsx';

type Container = NonNullable<ContainerQuery['container']>;

const EffectPreview = lazy(async () => ({
  default: (await import('../../resource/effect/EffectPreview.tsx')).EffectPreview,
}));

const changedContainer = z.safeExtend(updateContainerInput, { containerGroupId: pickedRecord });

/** Changes a container, over its view. */
export function Component() {
  const record = useOutletContext<Container>();
  const [update] = useMutation(UpdateContainerDocument);
  const { id } = record;
  return (
    <UpdateDrawer
      name="containers"
      permission="container:write"
      record={record}
      schema={changedContainer}
      initial={valuesOf(container, record)}
      together={placeTogether}
      pickers={{ containerGroupId: containerGroupPicker }}
      update={(rowId, input) => update({ variables: { id, rowId, input } })}
      view={paths.containers.view(id)}
    >
      {(form) => (
        <>
          <ContainerFields form={form} />
          <Suspense>
            <EffectPreview change={effectOfMode(record, form.getInputProps('accessMode').value)} />
          </Suspense>
        </>
      )}
    </UpdateDrawer>
  );
}

/** The access mode changes who opens what; nothing else here does. */
function effectOfMode({ id, rowId, accessMode: before }: Container, accessMode: AccessMode): EffectInput | null {
  return accessMode === before ? null : { updateContainer: { id, rowId, input: { accessMode } } };
}
