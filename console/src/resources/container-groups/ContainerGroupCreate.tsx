import { useMutation } from '@apollo/client/react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { newValues } from '@noa/domain/kinds/form.ts';
import { containerGroup, createContainerGroupInput } from '@noa/domain/kinds/container-group.ts';
import { paths } from '../../paths.ts';
import { OrgField, ownerSchema, useOwner } from '../../pickers/OrgField.tsx';
import { CreateScreen } from '../../resource/CreateScreen.tsx';
import { CreateContainerGroupDocument } from './container-group.graphql.ts';
import { ContainerGroupFields } from './ContainerGroupFields.tsx';

/** Adds a container group; its containers are added from its view. */
export function Component() {
  const { t } = useTranslation('containerGroups');
  const { needed, orgId } = useOwner();
  const schema = useMemo(() => z.safeExtend(createContainerGroupInput, { orgId: ownerSchema(needed) }), [needed]);
  const [create] = useMutation(CreateContainerGroupDocument);
  const initial = { ...newValues(containerGroup), orgId };
  return (
    <CreateScreen
      name="containerGroups"
      permission="containerGroup:write"
      above={[{ label: t('title'), to: paths.containerGroups.list }]}
      schema={schema}
      initial={initial}
      create={async (input) => (await create({ variables: { input } })).data?.createContainerGroup.id ?? ''}
      viewOf={paths.containerGroups.view}
      fallback={paths.containerGroups.list}
    >
      {(form) => (
        <>
          <OrgField form={form} />
          <ContainerGroupFields form={form} />
        </>
      )}
    </CreateScreen>
  );
}
