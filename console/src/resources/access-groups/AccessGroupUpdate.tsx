import { useMutation } from '@apollo/client/react';
import { useOutletContext } from 'react-router';
import { updateAccessGroupInput } from '@noa/domain/access-group.ts';
import type { AccessGroupQuery } from '../../api/generated/graphql.ts';
import { paths } from '../../paths.ts';
import { UpdateDrawer } from '../../resource/UpdateDrawer.tsx';
import { UpdateAccessGroupDocument } from './access-group.graphql.ts';
import { AccessGroupFields } from './AccessGroupFields.tsx';

/** Changes an access group, over its view. */
export function Component() {
  const accessGroup = useOutletContext<NonNullable<AccessGroupQuery['accessGroup']>>();
  const [update] = useMutation(UpdateAccessGroupDocument);
  const { id, name, accessMode } = accessGroup;
  return (
    <UpdateDrawer
      name="accessGroups"
      permission="accessGroup:write"
      record={accessGroup}
      schema={updateAccessGroupInput}
      initial={{ name, accessMode }}
      update={(rowId, input) => update({ variables: { id, rowId, input } })}
      view={paths.accessGroups.view(id)}
    >
      {(form) => <AccessGroupFields form={form} />}
    </UpdateDrawer>
  );
}
