import { NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { statusLevels, statusUpdateKinds, type StatusLevel } from '@noa/domain/vocabulary.ts';
import { RecordStatusUpdatesDocument } from '../../api/mutations/generated/record-status-updates.graphql.ts';
import { NumberField } from '../../ui/NumberField.tsx';
import { randomUpdate, updateOf, type StatusUpdateValues } from './batches/status-update-batch.ts';
import { LockFields } from './LockFields.tsx';
import { ReportForm, type FieldsProps } from './ReportForm.tsx';

const first: StatusUpdateValues = {
  containerId: null,
  bootNumber: 1,
  updateNumber: 1,
  kind: 'fill_level_pct',
  value: '',
  level: null,
  at: '',
};

/** Reports the state of a container as its lock does, through its gateway. */
export const Component = () => (
  <ReportForm
    document={RecordStatusUpdatesDocument}
    first={first}
    Fields={ContainerStatusFields}
    variablesOf={(values, now) => ({ updates: [updateOf(values, now)] })}
    next={(sent) => ({ ...sent, updateNumber: (sent.updateNumber ?? 0) + 1 })}
    random={({ containerIds }, random) => randomUpdate(containerIds, random)}
  />
);

/** What a lock tells of its container's state. */
function ContainerStatusFields({ values, onChange }: FieldsProps<StatusUpdateValues>) {
  const { t } = useTranslation(['playground', 'statusUpdates', 'common']);
  const set = (changed: Partial<StatusUpdateValues>) => onChange({ ...values, ...changed });
  return (
    <LockFields
      values={values}
      set={set}
      numbers={
        <NumberField
          label={t('fields.updateNumber')}
          value={values.updateNumber}
          onChange={(updateNumber) => set({ updateNumber })}
        />
      }
      kinds={statusUpdateKinds.map((value) => ({ value, label: t(`statusUpdates:kinds.${value}`) }))}
    >
      <TextInput
        label={t('fields.value')}
        autoComplete="off"
        value={values.value}
        onChange={(event) => set({ value: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('fields.level')}
        data={[
          { value: '', label: t('fields.levelFromValue') },
          ...statusLevels.map((value) => ({ value, label: t(`common:values.statusLevel.${value}`) })),
        ]}
        value={values.level ?? ''}
        onChange={(event) => set({ level: (event.currentTarget.value || null) as StatusLevel | null })}
      />
    </LockFields>
  );
}
