import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { lockEventKinds } from '@noa/domain/vocabulary.ts';
import { RecordCardEventsDocument } from '../../api/mutations/generated/record-card-events.graphql.ts';
import { NumberField } from '../../ui/NumberField.tsx';
import { batchOf, maxCount, randomValues, type CardEventValues } from './batches/card-event-batch.ts';
import { LockFields } from './LockFields.tsx';
import { ReportForm, type FieldsProps } from './ReportForm.tsx';

const first: CardEventValues = {
  containerId: null,
  bootNumber: 1,
  eventNumber: 1,
  count: 1,
  kind: 'full_use',
  at: '',
  serialNumber: '',
  listVersion: '',
};

/** Reports card events as a lock does, through its gateway. */
export const Component = () => (
  <ReportForm
    document={RecordCardEventsDocument}
    first={first}
    Fields={CardEventFields}
    variablesOf={(values, now) => ({ events: batchOf(values, now) })}
    next={(sent, { events }) => ({ ...sent, eventNumber: (sent.eventNumber ?? 0) + [events].flat().length })}
    random={randomValues}
  />
);

/** What a lock tells of an event, and how many of the kind it tells at once. */
function CardEventFields({ values, onChange }: FieldsProps<CardEventValues>) {
  const { t } = useTranslation(['playground', 'cards']);
  const set = (changed: Partial<CardEventValues>) => onChange({ ...values, ...changed });
  return (
    <LockFields
      values={values}
      set={set}
      numbers={
        <>
          <NumberField
            label={t('fields.eventNumber')}
            value={values.eventNumber}
            onChange={(eventNumber) => set({ eventNumber })}
          />
          <NumberField
            label={t('fields.count', { max: maxCount })}
            value={values.count}
            onChange={(count) => set({ count })}
          />
        </>
      }
      kinds={lockEventKinds.map((value) => ({ value, label: t(`cards:eventKinds.${value}`) }))}
    >
      <TextInput
        label={t('fields.serialNumber')}
        autoComplete="off"
        spellCheck={false}
        value={values.serialNumber}
        onChange={(event) => set({ serialNumber: event.currentTarget.value })}
      />
      <TextInput
        label={t('fields.listVersion')}
        autoComplete="off"
        value={values.listVersion}
        onChange={(event) => set({ listVersion: event.currentTarget.value })}
      />
    </LockFields>
  );
}
