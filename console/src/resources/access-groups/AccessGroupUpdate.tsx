import { useMutation } from '@apollo/client/react';
import { lazy, Suspense } from 'react';
import { useOutletContext } from 'react-router';
import { valuesOf } from '@noa/domain/kinds/form.ts';
import { accessGroup, updateAccessGroupInput } from '@noa/domain/kinds/access-group.ts';
import type { AccessMode } from '@noa/domain/vocabulary.ts';
import type { AccessGroupQuery, EffectInput } from '../../api/generated/graphql.ts';
import { paths } from '../../paths.ts';
import { UpdateDrawer } from '../../resource/UpdateDrawer.tsx';
import { UpdateAccessGroupDocument } from './access-group.graphql.ts';
import { AccessGroupFields } from './AccessGroupFields.tsx';

type AccessGroup = NonNullable<AccessGroupQuery['accessGroup']>;

const EffectPreview = lazy(async () => ({
  default: (await import('../../resource/effect/EffectPreview.tsx')).EffectPreview,
}));

/** Changes an access group, over its view. */
export function Component() {
  const record = useOutletContext<AccessGroup>();
  const [update] = useMutation(UpdateAccessGroupDocument);
  const { id } = record;
  return (
    <UpdateDrawer
      name="accessGroups"
      permission="accessGroup:write"
      record={record}
      schema={updateAccessGroupInput}
      initial={valuesOf(accessGroup, record)}
      update={(rowId, input) => update({ variables: { id, rowId, input } })}
      view={paths.accessGroups.view(id)}
    >
      {(form) => (
        <>
          <AccessGroupFields form={form} />
          <Suspense>
            <EffectPreview change={effectOfMode(record, form.getInputProps('accessMode').value)} />
          </Suspense>
        </>
      )}
    </UpdateDrawer>
  );
}

/** The access mode changes who opens what; nothing else here does. */
function effectOfMode({ id, rowId, accessMode: before }: AccessGroup, accessMode: AccessMode): EffectInput | null {
  return accessMode === before ? null : { updateAccessGroup: { id, rowId, input: { accessMode } } };
}
