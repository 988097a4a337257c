import { useMutation } from '@apollo/client/react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { newValues } from '@noa/domain/kinds/form.ts';
import { manager, createManagerInput } from '@noa/domain/kinds/manager.ts';
import { paths } from '../../paths.ts';
import { OrgField, ownerSchema, useOwner } from '../../pickers/OrgField.tsx';
import { CreateScreen } from '../../resource/CreateScreen.tsx';
import { CreateManagerDocument } from './manager.graphql.ts';
import { ManagerFields } from './ManagerFields.tsx';

/** Adds a manager; `?orgId=` says to which org. */
export function Component() {
  const { t } = useTranslation('managers');
  const { needed, orgId } = useOwner();
  const [create] = useMutation(CreateManagerDocument);
  const schema = useMemo(() => z.extend(createManagerInput, { orgId: ownerSchema(needed) }), [needed]);
  const initial = { ...newValues(manager), orgId };
  return (
    <CreateScreen
      name="managers"
      permission="manager:write"
      above={[{ label: t('title'), to: paths.managers.list }]}
      schema={schema}
      initial={initial}
      create={async (input) => (await create({ variables: { input } })).data?.createManager.id ?? ''}
      viewOf={paths.managers.view}
      fallback={paths.managers.list}
    >
      {(form) => (
        <>
          <OrgField form={form} />
          <ManagerFields form={form} />
        </>
      )}
    </CreateScreen>
  );
}
