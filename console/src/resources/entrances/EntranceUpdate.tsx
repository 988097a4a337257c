import { useMutation } from '@apollo/client/react';
import { useOutletContext } from 'react-router';
import { updateEntranceInput } from '@noa/domain/entrance.ts';
import type { EntranceQuery } from '../../api/generated/graphql.ts';
import { paths } from '../../paths.ts';
import { UpdateDrawer } from '../../resource/UpdateDrawer.tsx';
import { UpdateEntranceDocument } from './entrance.graphql.ts';
import { EntranceFields } from './EntranceFields.tsx';
import { entrancePickers } from './entrance-pickers.ts';

/** Changes an entrance, over its view. */
export function Component() {
  const entrance = useOutletContext<NonNullable<EntranceQuery['entrance']>>();
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
      {(form) => <EntranceFields form={form} />}
    </UpdateDrawer>
  );
}
