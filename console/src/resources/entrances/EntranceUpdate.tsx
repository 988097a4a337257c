import { useMutation } from '@apollo/client/react';
import { lazy, Suspense } from 'react';
import { useOutletContext } from 'react-router';
import { valuesOf } from '@noa/domain/kinds/form.ts';
import { entrance, updateEntranceInput } from '@noa/domain/kinds/entrance.ts';
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
  const record = useOutletContext<Entrance>();
  const [update] = useMutation(UpdateEntranceDocument);
  const { id } = record;
  return (
    <UpdateDrawer
      name="entrances"
      permission="entrance:write"
      record={record}
      schema={updateEntranceInput}
      initial={valuesOf(entrance, record)}
      update={(rowId, input) => update({ variables: { id, rowId, input } })}
      pickers={entrancePickers}
      view={paths.entrances.view(id)}
    >
      {(form) => (
        <>
          <EntranceFields form={form} />
          <Suspense>
            <EffectPreview change={effectOfMove(record, form.getInputProps('accessGroupId').value)} />
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
