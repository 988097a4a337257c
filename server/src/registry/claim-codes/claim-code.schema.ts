import { claimCodeStates } from '@noa/domain/codes/claim-code.ts';
import { neverPlanned } from '../../graphql/planned/shape.ts';
import { builder } from '../../graphql/builder.ts';
import { costs } from '../../graphql/cost.ts';
import { versionArgs } from '../../graphql/mutation.ts';
import { Versioned } from '../../graphql/versioned.ts';
import { apartments } from '../apartments/apartment.queries.ts';
import { Apartment } from '../apartments/apartment.schema.ts';
import { Card } from '../cards/card.schema.ts';
import { isReachable } from '../reachable.ts';
import {
  claimCodes,
  claimCodeState,
  findLiveClaimCodes,
  listClaimCodesBy,
  maxListed,
  type ClaimCodeRow,
} from './claim-code.queries.ts';
import {
  createClaimCode,
  createMissingClaimCodes,
  redeemClaimCode,
  revokeClaimCode,
  showClaimCode,
} from './claim-code.service.ts';

const ClaimCodeStateEnum = builder.enumType('ClaimCodeState', { values: claimCodeStates });

const ClaimCode = builder.objectRef<ClaimCodeRow>('ClaimCode').implement({
  description: 'A one-time code printed on a letter, with which a resident ties a phone to an apartment.',
  interfaces: [Versioned],
  fields: (t) => ({
    state: t.field({ type: ClaimCodeStateEnum, resolve: claimCodeState }),
    code: t.string({
      nullable: true,
      description: 'Eight symbols, for the letter to be printed; null once the code is no longer good.',
      authScopes: { may: 'apartment:issueClaimCode' },
      extensions: neverPlanned,
      resolve: (row, _args, context) =>
        row.code_cipher && claimCodeState(row) === 'live' ? showClaimCode(context, row, row.code_cipher) : null,
    }),
    createdAt: t.expose('created_at', { type: 'DateTime' }),
    expiresAt: t.expose('expires_at', { type: 'DateTime' }),
    apartment: t.field({
      type: Apartment,
      nullable: true,
      authScopes: { may: 'apartment:read' },
      resolve: ({ apartment_id }, _args, context) => context.load(apartments, 'apartment:read', apartment_id),
    }),
    viewerCanRevoke: t.boolean({
      resolve: async (row, _args, context) =>
        claimCodeState(row) === 'live' && (await isReachable(context, claimCodes, 'apartment:issueClaimCode', row)),
    }),
  }),
});

builder.objectField(Apartment, 'claimCodes', (t) =>
  t.field({
    type: [ClaimCode],
    extensions: costs({ rows: 5 }),
    nullable: true,
    description: `Newest first; ${maxListed} at most.`,
    authScopes: { may: 'apartment:issueClaimCode' },
    resolve: async ({ id }, _args, context) =>
      context.spend(
        await context.loadBy('claim codes of apartment', id, (ids) =>
          context.read('apartment:issueClaimCode', (tx, scope) => listClaimCodesBy(tx, scope, ids)),
        ),
      ),
  }),
);

builder.objectField(Apartment, 'liveClaimCode', (t) =>
  t.field({
    type: ClaimCode,
    nullable: true,
    description: 'The code with which the apartment can be claimed now, if there is one.',
    authScopes: { may: 'apartment:issueClaimCode' },
    resolve: async ({ id }, _args, context) =>
      (await context.loadBy('live claim code of apartment', id, (ids) =>
        context.read('apartment:issueClaimCode', (tx, scope) => findLiveClaimCodes(tx, scope, ids)),
      )) ?? null,
  }),
);

builder.mutationFields((t) => ({
  createClaimCode: t.field({
    type: ClaimCode,
    description: 'Gives an apartment a new code; the one it had is revoked.',
    authScopes: { may: 'apartment:issueClaimCode' },
    args: { apartmentId: t.arg.id({ required: true }) },
    resolve: (_root, { apartmentId }, context) => createClaimCode(context, apartmentId),
  }),
  createMissingClaimCodes: t.int({
    description:
      'Gives a code to each apartment behind the entrance that has no live one, 500 at most; answers with how many.',
    authScopes: { may: 'apartment:issueClaimCode' },
    args: { entranceId: t.arg.id({ required: true }) },
    resolve: (_root, { entranceId }, context) => createMissingClaimCodes(context, entranceId),
  }),
  revokeClaimCode: t.field({
    type: ClaimCode,
    authScopes: { may: 'apartment:issueClaimCode' },
    args: versionArgs,
    resolve: (_root, version, context) => revokeClaimCode(context, version),
  }),
  redeemClaimCode: t.field({
    type: Card,
    description:
      'Ties the caller to the apartment that the code is of, and gives it a virtual card there. Spaces, dashes and case do not matter.',
    authScopes: { may: 'card:claim' },
    args: { code: t.arg.string({ required: true }) },
    resolve: (_root, args, context) => redeemClaimCode(context, args),
  }),
}));
