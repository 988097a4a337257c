import { useMutation } from '@apollo/client/react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { newValues } from '@noa/domain/kinds/form.ts';
import { accessGroup, createAccessGroupInput } from '@noa/domain/kinds/access-group.ts';
import { paths } from '../../paths.ts';
import { OrgField, ownerSchema, useOwner } from '../../pickers/OrgField.tsx';
import { CreateScreen } from '../../resource/CreateScreen.tsx';
import { CreateAccessGroupDocument } from './access-group.graphql.ts';
import { AccessGroupFields } from './AccessGroupFields.tsx';

/** Adds an access group; what it joins is said in its view. */
export function Component() {
  const { t } = useTranslation('accessGroups');
  const { needed, orgId } = useOwner();
  const schema = useMemo(() => z.extend(createAccessGroupInput, { orgId: ownerSchema(needed) }), [needed]);
  const [create] = useMutation(CreateAccessGroupDocument);
  const initial = { ...newValues(accessGroup), orgId };
  return (
    <CreateScreen
      name="accessGroups"
      permission="accessGroup:write"
      above={[{ label: t('title'), to: paths.accessGroups.list }]}
      schema={schema}
      initial={initial}
      create={async (input) => (await create({ variables: { input } })).data?.createAccessGroup.id ?? ''}
      viewOf={paths.accessGroups.view}
      fallback={paths.accessGroups.list}
    >
      {(form) => (
        <>
          <OrgField form={form} />
          <AccessGroupFields form={form} />
        </>
      )}
    </CreateScreen>
  );
}
