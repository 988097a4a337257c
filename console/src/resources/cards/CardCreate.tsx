import { useMutation } from '@apollo/client/react';
import { NativeSelect, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { readSerial, settleSerial } from '@noa/domain/card-code.ts';
import { cardLimits } from '@noa/domain/card.ts';
import { cardKinds } from '@noa/domain/vocabulary.ts';
import { paths } from '../../paths.ts';
import { orgPicker } from '../../pickers/pickers.ts';
import { CreateScreen } from '../../resource/CreateScreen.tsx';
import { RecordSelect } from '../../resource/RecordSelect.tsx';
import type { FieldsOf } from '../../resource/use-validated-form.ts';
import { useViewer } from '../../session/viewer.ts';
import { cardForm, type CardValues } from './card-form.ts';
import { CreateCardDocument } from './card.graphql.ts';

/** Registers a card. */
export function Component() {
  const { t } = useTranslation('cards');
  const { orgs } = useViewer();
  const [create] = useMutation(CreateCardDocument);
  const needsOrg = orgs.length !== 1;
  const schema = useMemo(() => cardForm(needsOrg), [needsOrg]);
  const initial: CardValues = { serialNumber: '', kind: 'physical', orgId: orgs[0]?.id ?? null };
  return (
    <CreateScreen
      name="cards"
      permission="card:write"
      above={[{ label: t('title'), to: paths.cards.list }]}
      schema={schema}
      initial={initial}
      create={async (input) => (await create({ variables: { input } })).data?.createCard.id ?? ''}
      viewOf={paths.cards.view}
      fallback={paths.cards.list}
    >
      {(form) => (
        <>
          <SerialField form={form} />
          <NativeSelect
            label={t('fields.kind')}
            data={cardKinds.map((value) => ({ value, label: t(`values.kind.${value}`) }))}
            {...form.getInputProps('kind')}
          />
          {needsOrg && (
            <RecordSelect picker={orgPicker} label={t('fields.orgId')} required {...form.getInputProps('orgId')} />
          )}
        </>
      )}
    </CreateScreen>
  );
}

/** The serial in any notation, and under it how it was understood. */
function SerialField({ form }: { form: FieldsOf<CardValues> }) {
  const { t } = useTranslation('cards');
  const field = form.getInputProps('serialNumber');
  const text = String(field.value ?? '');
  const settled = settleSerial(text);
  const reading =
    typeof settled === 'object' && readSerial(text).find((each) => each.serialNumber === settled.serialNumber);
  return (
    <TextInput
      label={t('fields.serialNumber')}
      description={
        reading
          ? t('hints.reading', { serial: reading.serialNumber, code: reading.displaySerialNumber })
          : t('hints.serialNumber')
      }
      required
      maxLength={cardLimits.serialNumberLength}
      autoComplete="off"
      {...field}
    />
  );
}
