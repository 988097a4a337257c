import { useMutation } from '@apollo/client/react';
import { useOutletContext } from 'react-router';
import { valuesOf } from '@noa/domain/kinds/form.ts';
import { manager, updateManagerInput } from '@noa/domain/kinds/manager.ts';
import type { ManagerQuery } from '../../api/generated/graphql.ts';
import { paths } from '../../paths.ts';
import { UpdateDrawer } from '../../resource/UpdateDrawer.tsx';
import { UpdateManagerDocument } from './manager.graphql.ts';
import { ManagerFields } from './ManagerFields.tsx';

/** Changes a manager, over its view. */
export function Component() {
  const record = useOutletContext<NonNullable<ManagerQuery['manager']>>();
  const [update] = useMutation(UpdateManagerDocument);
  return (
    <UpdateDrawer
      name="managers"
      permission="manager:write"
      record={record}
      schema={updateManagerInput}
      initial={valuesOf(manager, record)}
      update={(version, input) => update({ variables: { id: record.id, rowId: version, input } })}
      view={paths.managers.view(record.id)}
    >
      {(form) => <ManagerFields form={form} />}
    </UpdateDrawer>
  );
}
