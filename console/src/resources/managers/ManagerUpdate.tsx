import { useMutation } from '@apollo/client/react';
import { useOutletContext } from 'react-router';
import { updateManagerInput } from '@noa/domain/kinds/manager.ts';
import type { ManagerQuery } from '../../api/generated/graphql.ts';
import { paths } from '../../paths.ts';
import { UpdateDrawer } from '../../resource/UpdateDrawer.tsx';
import { UpdateManagerDocument } from './manager.graphql.ts';
import { ManagerFields } from './ManagerFields.tsx';

/** Changes a manager, over its view. */
export function Component() {
  const { id, rowId, name, viewerCanUpdate } = useOutletContext<NonNullable<ManagerQuery['manager']>>();
  const [update] = useMutation(UpdateManagerDocument);
  return (
    <UpdateDrawer
      name="managers"
      permission="manager:write"
      record={{ id, rowId, viewerCanUpdate }}
      schema={updateManagerInput}
      initial={{ name }}
      update={(version, input) => update({ variables: { id, rowId: version, input } })}
      view={paths.managers.view(id)}
    >
      {(form) => <ManagerFields form={form} />}
    </UpdateDrawer>
  );
}
