import { cardStatusAfter, cardTransitions, type CardTransition } from '@noa/domain/card.ts';
import { card } from '@noa/domain/kinds/card.ts';
import type { Row } from '../../database/tables.ts';
import { builder } from '../../graphql/builder.ts';
import { versionArgs } from '../../graphql/mutation.ts';
import type { Context } from '../../request/context.ts';
import { CardKindEnum } from '../../graphql/scalars.ts';
import { addRecordLists } from '../declared/add-record.ts';
import { filterInput } from '../declared/record-fields.ts';
import { recordType } from '../declared/record-type.ts';
import { isReachable } from '../reachable.ts';
import { cardConditions, cards, type CardFilter } from './card.queries.ts';
import { createCard, moveCard } from './card.service.ts';

const mayMove = async (context: Context, row: Row<'card'>, transition: CardTransition) =>
  cardStatusAfter(row.status, transition) !== undefined &&
  (await isReachable(context, cards, `card:${transition}`, row));

export const Card = recordType(cards, card, {
  description: 'What opens a container.',
  isWritten: false,
  fields: (t) => ({
    label: t.exposeString('display_serial_number', { description: 'What people call it.' }),
    viewerCanBlock: t.boolean({ resolve: (row, _args, context) => mayMove(context, row, 'block') }),
    viewerCanUnblock: t.boolean({ resolve: (row, _args, context) => mayMove(context, row, 'unblock') }),
    viewerCanErase: t.boolean({ resolve: (row, _args, context) => mayMove(context, row, 'erase') }),
    viewerCanAssign: t.boolean({
      description: 'Whether the caller may hand it out or take it back; erased cards are handed to nobody.',
      resolve: async (row, _args, context) =>
        row.status !== 'erased' && (await isReachable(context, cards, 'card:assign', row)),
    }),
  }),
});

export const CardFilterInput = filterInput<CardFilter>(card, (t) => ({
  apartmentId: t.id({ description: 'The apartment that holds it now.' }),
  withoutApartment: t.boolean(),
}));

addRecordLists(cards, card, { type: Card, filter: CardFilterInput, conditions: cardConditions });

const CreateCardInput = builder.inputType('CreateCardInput', {
  fields: (t) => ({
    orgId: t.id(),
    serialNumber: t.string({
      required: true,
      description: 'Hexadecimal, the code printed on the card, or any notation that reads one way only.',
    }),
    kind: t.field({ type: CardKindEnum, required: true }),
    deliveryNote: t.string({ description: card.fields.deliveryNote.about }),
  }),
});

builder.mutationField('createCard', (t) =>
  t.field({
    type: Card,
    authScopes: { may: 'card:write' },
    args: { input: t.arg({ type: CreateCardInput, required: true }) },
    resolve: (_root, { input }, context) => createCard(context, input),
  }),
);

for (const transition of cardTransitions) {
  builder.mutationField(`${transition}Card`, (t) =>
    t.field({
      type: Card,
      ...(transition === 'erase' && { description: 'Final: the record stays, its serial may be registered again.' }),
      authScopes: { may: `card:${transition}` },
      args: {
        ...versionArgs,
        reason: t.arg.string({ description: 'Kept with the card event; 200 characters at most.' }),
      },
      resolve: (_root, { id, rowId, reason }, context) => moveCard(context, transition, { id, rowId }, { reason }),
    }),
  );
}
