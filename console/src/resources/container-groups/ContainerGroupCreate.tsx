import { useMutation } from '@apollo/client/react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { createContainerGroupInput } from '@noa/domain/kinds/container-group.ts';
import { paths } from '../../paths.ts';
import { OrgField, ownerSchema, useOwner } from '../../pickers/OrgField.tsx';
import { CreateScreen } from '../../resource/CreateScreen.tsx';
import { CreateContainerGroupDocument } from './container-group.graphql.ts';
import { ContainerGroupFields, type ContainerGroupValues } from './ContainerGroupFields.tsx';

interface Values extends ContainerGroupValues {
  orgId: string | null;
}

/** Adds a container group; its containers are added from its view. */
export function Component() {
  const { t } = useTranslation('containerGroups');
  const { needed, orgId } = useOwner();
  const schema = useMemo(() => z.safeExtend(createContainerGroupInput, { orgId: ownerSchema(needed) }), [needed]);
  const [create] = useMutation(CreateContainerGroupDocument);
  const initial: Values = {
    orgId,
    itemNumber: '',
    name: '',
    accessMode: 'controlled',
    gisNodeId: null,
    addrStreet: '',
    addrNr: '',
    addrBl: '',
    lat: null,
    lng: null,
  };
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
