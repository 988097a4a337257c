import { useMutation } from '@apollo/client/react';
import { lazy, Suspense } from 'react';
import { useOutletContext } from 'react-router';
import { updateEntranceInput } from '@noa/domain/kinds/entrance.ts';
import type { EffectInput, EntranceQuery } from '../../api/generated/graphql.ts';
import { paths } from '../../paths.ts';
import { UpdateDrawer } from '../../resource/UpdateDrawer.tsx';
import { UpdateEntranceDocument } from './entrance.graphql.ts';
import { EntranceFields } from './EntranceFields.tsx';
import { entrancePickers } from './entrance-pickers.ts';

const EffectPreview = lazy(async () => ({
  default: (await import('../../resource/effect/EffectPreview.tsx')).EffectPreview,
}));

type Entrance = NonNullable<EntranceQuery['entrance']>;

/** Changes an entrance, over its view. */
export function Component() {
  const entrance = useOutletContext<Entrance>();
  const [update] = useMutation(UpdateEntranceDocument);
  const { id } = entrance;
  return (
    <UpdateDrawer
      name="entrances"
      permission="entrance:write"
      record={entrance}
      schema={updateEntranceInput}
      initial={{
        addrSc: entrance.addrSc,
        accessGroupId: entrance.accessGroup?.id ?? null,
        managerId: entrance.manager?.id ?? null,
      }}
      update={(rowId, input) => update({ variables: { id, rowId, input } })}
      pickers={entrancePickers}
      view={paths.entrances.view(id)}
    >
      {(form) => (
        <>
          <EntranceFields form={form} />
          <Suspense>
            <EffectPreview change={effectOfMove(entrance, form.getInputProps('accessGroupId').value)} />
          </Suspense>
        </>
      )}
    </UpdateDrawer>
  );
}

/** Moving to another access group changes what is opened; nothing else here does. */
function effectOfMove({ id, rowId, accessGroup }: Entrance, accessGroupId: string | null): EffectInput | null {
  return accessGroupId === (accessGroup?.id ?? null)
    ? null
    : { updateEntrance: { id, rowId, input: { accessGroupId } } };
}
