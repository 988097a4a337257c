import { useMutation } from '@apollo/client/react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { createManagerInput } from '@noa/domain/manager.ts';
import { paths } from '../../paths.ts';
import { orgPicker } from '../../pickers/pickers.ts';
import { CreateScreen } from '../../resource/CreateScreen.tsx';
import { pickedRecord } from '../../resource/picked-record.ts';
import { RecordSelect } from '../../resource/RecordSelect.tsx';
import { useOwningOrg } from '../../resource/use-owning-org.ts';
import { CreateManagerDocument } from './manager.graphql.ts';
import { ManagerFields, type ManagerValues } from './ManagerFields.tsx';

interface Values extends ManagerValues {
  orgId: string | null;
}

/** Adds a manager; `?orgId=` says to which org. */
export function Component() {
  const { t } = useTranslation(['managers', 'common']);
  const { orgId, isAsked } = useOwningOrg();
  const [create] = useMutation(CreateManagerDocument);
  const schema = useMemo(
    () => (isAsked ? z.extend(createManagerInput, { orgId: pickedRecord }) : createManagerInput),
    [isAsked],
  );
  const initial: Values = { orgId, name: '' };
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
          {isAsked && (
            <RecordSelect
              picker={orgPicker}
              label={t('common:fields.orgId')}
              required
              {...form.getInputProps('orgId')}
            />
          )}
          <ManagerFields form={form} />
        </>
      )}
    </CreateScreen>
  );
}
