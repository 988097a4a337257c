import { useMutation } from '@apollo/client/react';
import { NativeSelect, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { card } from '@noa/domain/kinds/card.ts';
import { cardKinds } from '@noa/domain/vocabulary.ts';
import { paths } from '../../paths.ts';
import { OrgField, useOwner } from '../../pickers/OrgField.tsx';
import { CreateScreen } from '../../crud/form/CreateScreen.tsx';
import type { FieldsOf } from '../../crud/form/use-validated-form.ts';
import { cardForm, type CardValues } from './card-form.ts';
import { CreateCardDocument } from './card.graphql.ts';
import { SerialField } from './SerialField.tsx';

/** Registers a card. */
export function Component() {
  const { t } = useTranslation('cards');
  const { needed, orgId } = useOwner();
  const [create] = useMutation(CreateCardDocument);
  const schema = useMemo(() => cardForm(needed), [needed]);
  const initial: CardValues = { serialNumber: '', kind: 'physical', deliveryNote: '', orgId };
  return (
    <CreateScreen
      name="cards"
      above={[{ label: t('title'), to: paths.cards.list }]}
      schema={schema}
      initial={initial}
      create={async (input) => (await create({ variables: { input } })).data?.createCard.id ?? ''}
      viewOf={paths.cards.view}
      fallback={paths.cards.list}
    >
      {(form) => (
        <>
          <SerialField label={t('fields.serialNumber')} {...serialProps(form)} />
          <NativeSelect
            label={t('fields.kind')}
            data={cardKinds.map((value) => ({ value, label: t(`values.kind.${value}`) }))}
            {...form.getInputProps('kind')}
          />
          <TextInput
            label={t('fields.deliveryNote')}
            description={t('hints.deliveryNote')}
            maxLength={card.fields.deliveryNote.max}
            autoComplete="off"
            {...form.getInputProps('deliveryNote')}
          />
          <OrgField form={form} />
        </>
      )}
    </CreateScreen>
  );
}

/** What the form knows of the serial, as its field takes it. */
function serialProps(form: FieldsOf<CardValues>) {
  const { value, onChange, ...field } = form.getInputProps('serialNumber');
  return { ...field, value: String(value ?? ''), onChange };
}
