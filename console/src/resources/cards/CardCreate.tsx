import { useMutation } from '@apollo/client/react';
import { NativeSelect, Radio, Stack, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { readSerial, settleSerial } from '@noa/domain/card-code.ts';
import { cardLimits } from '@noa/domain/card.ts';
import { cardKinds } from '@noa/domain/vocabulary.ts';
import { paths } from '../../paths.ts';
import { OrgField, useOwner } from '../../pickers/OrgField.tsx';
import { CreateScreen } from '../../resource/CreateScreen.tsx';
import type { FieldsOf } from '../../resource/use-validated-form.ts';
import { cardForm, type CardValues } from './card-form.ts';
import { CreateCardDocument } from './card.graphql.ts';

/** Registers a card. */
export function Component() {
  const { t } = useTranslation('cards');
  const { needed, orgId } = useOwner();
  const [create] = useMutation(CreateCardDocument);
  const schema = useMemo(() => cardForm(needed), [needed]);
  const initial: CardValues = { serialNumber: '', kind: 'physical', orgId };
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
          <OrgField form={form} />
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

  /** What is meant, in the notation that reads one way only: it takes the place of what was typed. */
  function choose(serialNumber: string) {
    field.onChange(serialNumber.match(/../g)?.join(':') ?? serialNumber);
  }
  return (
    <>
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
      {settled === 'ambiguous' && (
        <Radio.Group label={t('readings.title')} value="" onChange={choose}>
          <Stack gap="xs" mt="xs">
            {readSerial(text).map(({ notation, byteOrder, serialNumber, displaySerialNumber }) => (
              <Radio
                key={serialNumber}
                value={serialNumber}
                label={`${displaySerialNumber}, ${serialNumber}, ${t(`readings.${notation}`, { context: byteOrder })}`}
              />
            ))}
          </Stack>
        </Radio.Group>
      )}
    </>
  );
}
