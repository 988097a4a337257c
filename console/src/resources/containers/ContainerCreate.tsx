import { useMutation } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import * as z from 'zod/mini';
import { newValues } from '@noa/domain/kinds/form.ts';
import { container, createContainerInput } from '@noa/domain/kinds/container.ts';
import { paths } from '../../paths.ts';
import { CreateScreen } from '../../resource/CreateScreen.tsx';
import { pickedRecord } from '../../resource/picked-record.ts';
import { CreateContainerDocument } from './container.graphql.ts';
import { ContainerFields } from './ContainerFields.tsx';

const newContainer = z.safeExtend(createContainerInput, { containerGroupId: pickedRecord });

/** Adds a container; `?containerGroupId=` says to which group. */
export function Component() {
  const { t } = useTranslation('containers');
  const [parameters] = useSearchParams();
  const [create] = useMutation(CreateContainerDocument);
  const initial = { ...newValues(container), containerGroupId: parameters.get('containerGroupId') };
  return (
    <CreateScreen
      name="containers"
      permission="container:write"
      above={[{ label: t('title'), to: paths.containers.list }]}
      schema={newContainer}
      initial={initial}
      create={async (input) => (await create({ variables: { input } })).data?.createContainer.id ?? ''}
      viewOf={paths.containers.view}
      fallback={paths.containers.list}
    >
      {(form) => <ContainerFields form={form} />}
    </CreateScreen>
  );
}
