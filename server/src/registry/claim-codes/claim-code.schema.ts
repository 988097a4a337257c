import { claimCodeStates } from '@noa/domain/codes/claim-code.ts';
import { neverPlanned } from '../../graphql/planned/shape.ts';
import { builder } from '../../graphql/builder.ts';
import { versionArgs } from '../../graphql/mutation.ts';
import { addFewRows, addNamed, readOfEach } from '../../graphql/related-fields.ts';
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
    state: t.field({ type: ClaimCodeStateEnum, resolve: (row, _args, { asOf }) => claimCodeState(row, asOf) }),
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
    viewerCanRevoke: t.boolean({
      resolve: async (row, _args, context) =>
        claimCodeState(row) === 'live' && (await isReachable(context, claimCodes, 'apartment:issueClaimCode', row)),
    }),
  }),
});

addNamed(ClaimCode, 'apartment_id', Apartment, apartments);

addFewRows(Apartment, 'claimCodes', {
  type: ClaimCode,
  permission: 'apartment:issueClaimCode',
  description: `Newest first; ${maxListed} at most.`,
  usually: 5,
  read: listClaimCodesBy,
});

const liveCodeOf = readOfEach('Apartment.liveClaimCode', 'apartment:issueClaimCode', findLiveClaimCodes);

builder.objectField(Apartment, 'liveClaimCode', (t) =>
  t.field({
    type: ClaimCode,
    nullable: true,
    description: 'The code with which the apartment can be claimed now, if there is one.',
    authScopes: { may: 'apartment:issueClaimCode' },
    resolve: async ({ id }, _args, context) => (await liveCodeOf(context, id)) ?? null,
  }),
);

builder.mutationFields((t) => ({
  createClaimCode: t.field({
    type: ClaimCode,
    description: 'Gives an apartment a new code; the one it had is revoked.',
    authScopes: { may: 'apartment:issueClaimCode' },
    args: {
      apartmentId: t.arg.id({ required: true }),
      replaces: t.arg.id({
        description:
          'The live code that the caller has seen; a `Conflict` if it is another by now. Whichever is live, when absent.',
      }),
    },
    resolve: (_root, args, context) => createClaimCode(context, args),
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
