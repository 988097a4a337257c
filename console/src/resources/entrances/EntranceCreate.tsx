import { useMutation } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { createEntranceInput } from '@noa/domain/entrance.ts';
import { paths } from '../../paths.ts';
import { CreateScreen } from '../../resource/CreateScreen.tsx';
import { RecordSelect } from '../../resource/RecordSelect.tsx';
import type { FieldsOf } from '../../resource/use-validated-form.ts';
import { CreateEntranceDocument } from './entrance.graphql.ts';
import { EntranceFields, type EntranceValues } from './EntranceFields.tsx';
import { entrancePickers } from './entrance-pickers.ts';

interface Values extends EntranceValues {
  towerBlockId: string;
}

/** Adds an entrance; `?towerBlockId=` says to which block. */
export function Component() {
  const { t } = useTranslation('entrances');
  const [parameters] = useSearchParams();
  const [create] = useMutation(CreateEntranceDocument);
  const initial: Values = {
    towerBlockId: parameters.get('towerBlockId') ?? '',
    addrSc: '',
    accessGroupId: parameters.get('accessGroupId'),
    managerId: parameters.get('managerId'),
  };
  return (
    <CreateScreen
      name="entrances"
      permission="entrance:write"
      above={[{ label: t('title'), to: paths.entrances.list }]}
      schema={createEntranceInput}
      initial={initial}
      create={async (input) => (await create({ variables: { input } })).data?.createEntrance.id ?? ''}
      viewOf={paths.entrances.view}
      fallback={paths.entrances.list}
    >
      {(form) => (
        <>
          <TowerBlockField form={form} />
          <EntranceFields form={form} />
        </>
      )}
    </CreateScreen>
  );
}

function TowerBlockField({ form }: { form: FieldsOf<Values> }) {
  const { t } = useTranslation('entrances');
  const { value, onChange, ...field } = form.getInputProps('towerBlockId');
  return (
    <RecordSelect
      picker={entrancePickers.towerBlockId}
      label={t('fields.towerBlockId')}
      required
      value={value === '' ? null : String(value)}
      onChange={(id) => onChange(id ?? '')}
      {...field}
    />
  );
}
