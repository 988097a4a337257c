import { cardRequestStates } from '@noa/domain/card-request.ts';
import { builder } from '../../graphql/builder.ts';
import { connectionOf, sortInput } from '../../graphql/connection.ts';
import { listArgs, listOf } from '../../graphql/list.ts';
import { addNamed } from '../../graphql/related-fields.ts';
import { versionArgs } from '../../graphql/mutation.ts';
import { mayReadAuthor, Versioned } from '../../graphql/versioned.ts';
import { apartments } from '../apartments/apartment.queries.ts';
import { Apartment } from '../apartments/apartment.schema.ts';
import { cards } from '../cards/card.queries.ts';
import { Card } from '../cards/card.schema.ts';
import { mayReadMember } from '../members/colleagues.ts';
import { isReachable } from '../reachable.ts';
import {
  cardRequestConditions,
  cardRequests,
  type CardRequestFilter,
  type CardRequestRow,
} from './card-request.queries.ts';
import { acceptCardRequest, refuseCardRequest, requestCard } from './card-request.service.ts';

const CardRequestStateEnum = builder.enumType('CardRequestState', { values: cardRequestStates });

const CardRequest = builder.objectRef<CardRequestRow>('CardRequest').implement({
  description: 'A card that was scanned for an apartment by somebody who may register none, asked of the org.',
  interfaces: [Versioned],
  fields: (t) => ({
    state: t.expose('state', { type: CardRequestStateEnum }),
    serialNumber: t.exposeString('serial_number', { description: 'Hardware serial, upper-case hexadecimal.' }),
    displaySerialNumber: t.exposeString('display_serial_number', { description: 'As printed on the card.' }),
    requestedBy: t.string({
      nullable: true,
      description: "Who sent it; null for managers' members who are no colleagues of theirs.",
      resolve: async (row, _args, context) =>
        (await mayReadMember(context, row, row.requested_by)) ? row.requested_by : null,
    }),
    updatedBy: t.string({
      nullable: true,
      description: 'Who wrote this version; as `requestedBy` while it is whoever sent it.',
      resolve: async (row, _args, context) => {
        const isShown =
          row.updated_by === row.requested_by
            ? await mayReadMember(context, row, row.updated_by)
            : mayReadAuthor(context.viewer, row);
        return isShown ? row.updated_by : null;
      },
    }),
    createdAt: t.expose('created_at', { type: 'DateTime', description: 'When it was sent.' }),
    reason: t.exposeString('reason', { nullable: true, description: 'Why it was refused; null for all others.' }),
    viewerCanSettle: t.boolean({
      description: 'Whether the caller may accept or refuse it.',
      resolve: async (row, _args, context) =>
        row.state === 'open' && (await isReachable(context, cardRequests, 'cardRequest:settle', row)),
    }),
  }),
});

addNamed(CardRequest, 'apartment_id', Apartment, apartments);
addNamed(CardRequest, 'card_id', Card, cards, 'The card that was handed out; null unless the request was accepted.');

const CardRequestConnection = connectionOf('CardRequest', CardRequest);
const CardRequestSort = sortInput('CardRequest', cardRequests.sorts);
const CardRequestFilterInput = builder.inputRef<CardRequestFilter>('CardRequestFilter').implement({
  fields: (t) => ({ apartmentId: t.id(), state: t.field({ type: CardRequestStateEnum }) }),
});

builder.queryField('cardRequests', (t) =>
  t.field({
    type: CardRequestConnection,
    authScopes: { may: 'cardRequest:read' },
    args: listArgs(CardRequestFilterInput, CardRequestSort),
    resolve: (_root, args, context) =>
      listOf(context, cardRequests, 'cardRequest:read', cardRequestConditions(args.filter), args),
  }),
);

builder.mutationFields((t) => ({
  requestCard: t.field({
    type: CardRequest,
    description:
      'Asks the org of an apartment to register a card and hand it out there. Asking again while it waits changes nothing.',
    authScopes: { may: 'cardRequest:send' },
    args: {
      apartmentId: t.arg.id({ required: true }),
      serialNumber: t.arg.string({ required: true, description: 'In any notation that reads one way only.' }),
    },
    resolve: (_root, args, context) => requestCard(context, args),
  }),
  acceptCardRequest: t.field({
    type: CardRequest,
    description: 'Registers the card as a physical one and hands it to the apartment, all or nothing.',
    authScopes: { may: 'cardRequest:settle' },
    args: versionArgs,
    resolve: (_root, version, context) => acceptCardRequest(context, version),
  }),
  refuseCardRequest: t.field({
    type: CardRequest,
    authScopes: { may: 'cardRequest:settle' },
    args: {
      ...versionArgs,
      reason: t.arg.string({ required: true, description: 'For whoever sent it; 200 characters at most.' }),
    },
    resolve: (_root, { id, rowId, reason }, context) => refuseCardRequest(context, { id, rowId }, { reason }),
  }),
}));
