import type { Row } from '../../database/tables.ts';
import { builder } from '../../graphql/builder.ts';
import { costs } from '../../graphql/cost.ts';
import { versionArgs } from '../../graphql/mutation.ts';
import { addRecordQueries } from '../../graphql/record-fields.ts';
import { addFewRows, addNamed, readOfEach } from '../../graphql/related-fields.ts';
import { DateTimeRange } from '../../graphql/ranges.ts';
import { Versioned } from '../../graphql/versioned.ts';
import { apartments } from '../apartments/apartment.queries.ts';
import { Apartment } from '../apartments/apartment.schema.ts';
import { cards } from '../cards/card.queries.ts';
import { Card } from '../cards/card.schema.ts';
import { isReachable } from '../reachable.ts';
import { apartmentCardConditions, apartmentCards, listApartmentCardsBy, maxListed } from './apartment-card.queries.ts';
import { assignCard, unassignCard } from './apartment-card.service.ts';
import { replaceCard, type CardReplacement, handOutCard, handOutOutcomes, type HandOut } from './hand-out.service.ts';

const ApartmentCard = builder.objectRef<Row<'apartment_card'>>('ApartmentCard').implement({
  description: 'A card handed to an apartment.',
  interfaces: [Versioned],
  fields: (t) => ({
    orgId: t.exposeID('org_id'),
    apartmentId: t.id({
      nullable: true,
      authScopes: { may: 'apartment:read' },
      resolve: async (row, _args, context) =>
        (await context.load(apartments, 'apartment:read', row.apartment_id))?.id ?? null,
    }),
    active: t.exposeBoolean('active', { description: 'False once it was taken back.' }),
    createdAt: t.expose('created_at', { type: 'DateTime', description: 'When it was handed out.' }),
    endedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it was taken back; null while it is active.',
      // Nothing else ever changes of a hand-out: the version in which it is no longer active is its last.
      resolve: ({ active, valid_from }) => (active ? null : valid_from),
    }),
    viewerCanUnassign: t.boolean({
      resolve: async (row, _args, context) =>
        row.active && (await isReachable(context, apartmentCards, 'card:assign', row)),
    }),
  }),
});

addNamed(ApartmentCard, 'apartment_id', Apartment, apartments);
addNamed(ApartmentCard, 'card_id', Card, cards);

/** Rows that most records have no more of; what is more counts when it is there ({@link Context.spend}). */
const usuallyListed = 8;

const description = `Active ones first, then the latest; ${maxListed} at most.`;
const ofCard = readOfEach('Card.apartmentCards', 'card:read', listApartmentCardsBy('card_id'));

builder.objectField(Card, 'apartmentCards', (t) =>
  t.field({
    type: [ApartmentCard],
    extensions: costs({ rows: usuallyListed }),
    description,
    resolve: async ({ id }, _args, context) => context.spend(await ofCard(context, id)),
  }),
);

addFewRows(Apartment, 'apartmentCards', {
  type: ApartmentCard,
  permission: 'card:read',
  description,
  usually: usuallyListed,
  read: listApartmentCardsBy('apartment_id'),
});

const ApartmentCardFilter = builder.inputType('ApartmentCardFilter', {
  fields: (t) => ({
    apartmentId: t.id(),
    cardId: t.id(),
    active: t.boolean(),
    createdAt: t.field({ type: DateTimeRange }),
    updatedAt: t.field({ type: DateTimeRange }),
  }),
});

addRecordQueries({
  kind: apartmentCards,
  type: ApartmentCard,
  permission: 'card:read',
  filter: ApartmentCardFilter,
  conditions: apartmentCardConditions,
});

const HandOutOutcome = builder.enumType('HandOutOutcome', {
  description: 'What handing out did: the card was there, was registered for it, or the apartment held it already.',
  values: handOutOutcomes,
});

const HandOutType = builder.objectRef<HandOut>('HandOut').implement({
  fields: (t) => ({
    outcome: t.expose('outcome', { type: HandOutOutcome }),
    apartmentCard: t.expose('apartmentCard', { type: ApartmentCard }),
  }),
});

const CardReplacementType = builder.objectRef<CardReplacement>('CardReplacement').implement({
  fields: (t) => ({
    card: t.expose('card', { type: Card, description: 'The former card: blocked, and taken back.' }),
    outcome: t.expose('outcome', { type: HandOutOutcome }),
    apartmentCard: t.expose('apartmentCard', {
      type: ApartmentCard,
      description: 'The new card, at the same apartment.',
    }),
  }),
});

builder.mutationFields((t) => ({
  replaceCard: t.field({
    type: CardReplacementType,
    description:
      'Gives the apartment that holds a card another one for it, all or nothing: the former is blocked and taken back, the ' +
      'card of this serial handed to the same apartment, registered as a physical card for those who may.',
    authScopes: { may: 'card:assign' },
    args: {
      ...versionArgs,
      serialNumber: t.arg.string({ required: true, description: 'In any notation that reads one way only.' }),
      reason: t.arg.string({ description: 'Kept with the event of the former card; 200 characters at most.' }),
    },
    resolve: (_root, { id, rowId, serialNumber, reason }, context) =>
      replaceCard(context, { id, rowId }, { serialNumber, reason }),
  }),
  handOutCard: t.field({
    type: HandOutType,
    description:
      'Hands the card of this serial to an apartment, registering it as a physical card for those who may. Asking again changes nothing.',
    authScopes: { may: 'card:assign' },
    args: {
      apartmentId: t.arg.id({ required: true }),
      serialNumber: t.arg.string({ required: true, description: 'In any notation that reads one way only.' }),
      register: t.arg.boolean({
        required: true,
        defaultValue: true,
        description: 'Whether a card that is not known shall be registered, for those who may.',
      }),
      reregister: t.arg.boolean({
        required: true,
        defaultValue: false,
        description: 'Whether the serial of an erased card shall be a new card.',
      }),
    },
    resolve: (_root, args, context) => handOutCard(context, args),
  }),
  assignCard: t.field({
    type: ApartmentCard,
    description: 'Hands a card to an apartment.',
    authScopes: { may: 'card:assign' },
    args: { apartmentId: t.arg.id({ required: true }), cardId: t.arg.id({ required: true }) },
    resolve: (_root, args, context) => assignCard(context, args),
  }),
  unassignCard: t.field({
    type: ApartmentCard,
    description: 'Takes a card back from the apartment that holds it.',
    authScopes: { may: 'card:assign' },
    args: versionArgs,
    resolve: (_root, version, context) => unassignCard(context, version),
  }),
}));
