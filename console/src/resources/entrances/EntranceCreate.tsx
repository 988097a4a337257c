import { useMutation } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import * as z from 'zod/mini';
import { newValues } from '@noa/domain/kinds/form.ts';
import { entrance, createEntranceInput } from '@noa/domain/kinds/entrance.ts';
import { paths } from '../../paths.ts';
import { CreateScreen } from '../../resource/CreateScreen.tsx';
import { pickedRecord } from '../../resource/picked-record.ts';
import { RecordSelect } from '../../resource/RecordSelect.tsx';
import { CreateEntranceDocument } from './entrance.graphql.ts';
import { EntranceFields } from './EntranceFields.tsx';
import { entrancePickers } from './entrance-pickers.ts';

const newEntrance = z.extend(createEntranceInput, { towerBlockId: pickedRecord });

/** Adds an entrance; `?towerBlockId=` says to which block. */
export function Component() {
  const { t } = useTranslation('entrances');
  const [parameters] = useSearchParams();
  const [create] = useMutation(CreateEntranceDocument);
  const initial = {
    ...newValues(entrance),
    towerBlockId: parameters.get('towerBlockId'),
    accessGroupId: parameters.get('accessGroupId'),
    managerId: parameters.get('managerId'),
  };
  return (
    <CreateScreen
      name="entrances"
      permission="entrance:write"
      above={[{ label: t('title'), to: paths.entrances.list }]}
      schema={newEntrance}
      initial={initial}
      create={async (input) => (await create({ variables: { input } })).data?.createEntrance.id ?? ''}
      viewOf={paths.entrances.view}
      fallback={paths.entrances.list}
    >
      {(form) => (
        <>
          <RecordSelect
            picker={entrancePickers.towerBlockId}
            label={t('fields.towerBlockId')}
            required
            {...form.getInputProps('towerBlockId')}
          />
          <EntranceFields form={form} />
        </>
      )}
    </CreateScreen>
  );
}
