import type { Row } from '../../database/tables.ts';
import { builder } from '../../graphql/builder.ts';
import { DateTimeRange } from '../../graphql/ranges.ts';
import { addRecordQueries } from '../../graphql/record-fields.ts';
import { addFewRows, addNamed, readOfEach } from '../../graphql/related-fields.ts';
import { Versioned } from '../../graphql/versioned.ts';
import { Apartment } from '../apartments/apartment.schema.ts';
import { cards } from '../cards/card.queries.ts';
import { Card } from '../cards/card.schema.ts';
import { isReachable } from '../reachable.ts';
import {
  araCardConditions,
  araCards,
  findAraCardsOf,
  findHolders,
  listAraCardsOf,
  maxListed,
} from './ara-card.queries.ts';

const holderOf = readOfEach('AraCard.holder', 'araCard:readHolder', (tx, _scope, ids) => findHolders(tx, ids));

const AraCard = builder.objectRef<Row<'ara_card'>>('AraCard').implement({
  description: 'The virtual card that a resident’s account holds on its phone.',
  interfaces: [Versioned],
  fields: (t) => ({
    createdAt: t.expose('created_at', { type: 'DateTime', description: 'When the account came to hold it.' }),
    isOwn: t.boolean({
      description: 'Whether it is the caller’s own account that holds it.',
      resolve: ({ account_id: accountId }, _args, { viewer }) => accountId === viewer.accountId,
    }),
    holder: t.string({
      nullable: true,
      description: 'Name and e-mail address of the account, as far as they are known; null to those who may not know.',
      authScopes: { may: 'araCard:readHolder' },
      resolve: async (row, _args, context) =>
        (await isReachable(context, araCards, 'araCard:readHolder', row))
          ? ((await holderOf(context, row.account_id)) ?? null)
          : null,
    }),
  }),
});
addNamed(AraCard, 'card_id', Card, cards);

const ofCard = readOfEach('Card.araCard', 'araCard:read', findAraCardsOf);

builder.objectField(Card, 'araCard', (t) =>
  t.field({
    type: AraCard,
    nullable: true,
    description: 'What it is on a phone; null for a card of plastic.',
    authScopes: { may: 'araCard:read' },
    resolve: async ({ id }, _args, context) => (await ofCard(context, id)) ?? null,
  }),
);

addFewRows(Apartment, 'araCards', {
  type: AraCard,
  permission: 'araCard:read',
  description: `Phones that hold a card of the apartment now, the latest first; ${maxListed} at most.`,
  usually: 4,
  read: listAraCardsOf,
});

const AraCardFilter = builder.inputType('AraCardFilter', {
  fields: (t) => ({
    cardId: t.id(),
    apartmentId: t.id({ description: 'The apartment that holds the card now.' }),
    createdAt: t.field({ type: DateTimeRange }),
    updatedAt: t.field({ type: DateTimeRange }),
  }),
});

addRecordQueries({
  kind: araCards,
  type: AraCard,
  permission: 'araCard:read',
  filter: AraCardFilter,
  conditions: araCardConditions,
});
