import type { ObjectRef } from '@pothos/core';
import { findRows } from '../../database/statements.ts';
import type { Tx } from '../../database/database.ts';
import { builder, type SchemaTypes } from '../../graphql/builder.ts';
import { Apartment } from '../../registry/apartments/apartment.schema.ts';
import { Card } from '../../registry/cards/card.schema.ts';

/** For how long an org's events keep whose they were, what for and by what right. */
interface IdentityTerms {
  readonly days: number;
  readonly payByUse: boolean;
  readonly purpose: string;
  readonly legalBasis: string;
}

const IdentityTermsType = builder.objectRef<IdentityTerms>('IdentityTerms').implement({
  description: 'For how long card events keep card and apartment, what for and by what right, as the org has decided.',
  fields: (t) => ({
    days: t.exposeInt('days', { description: '0: they keep neither.' }),
    payByUse: t.exposeBoolean('payByUse', { description: 'Apartments pay by what they use.' }),
    purpose: t.exposeString('purpose', { description: 'Any other purpose; may be empty.' }),
    legalBasis: t.exposeString('legalBasis'),
  }),
});

async function findTerms(tx: Tx, orgIds: readonly string[]): Promise<Map<string, IdentityTerms>> {
  const rows = await findRows<IdentityTerms & { orgId: string }>(tx)`
    select org_id as "orgId", identity_days as days, pay_by_use as "payByUse", identity_purpose as purpose,
      legal_basis as "legalBasis"
    from org_settings where org_id = any(${orgIds}::uuid[])`;
  return new Map(rows.map(({ orgId, ...terms }) => [orgId, terms]));
}

/** The terms of the record's org. Its own records are bound by them, so whoever reads one is told of its events. */
function addIdentityTerms(type: ObjectRef<SchemaTypes, { readonly org_id: string }>): void {
  builder.objectField(type, 'identityTerms', (t) =>
    t.field({
      type: IdentityTermsType,
      nullable: true,
      description: 'For how long events keep whose they were.',
      authScopes: { may: 'cardEvent:readWho' },
      resolve: async ({ org_id }, _args, context) =>
        (await context.loadBy('identity terms', org_id, (ids) =>
          context.read('cardEvent:readWho', (tx) => findTerms(tx, ids)),
        )) ?? null,
    }),
  );
}

addIdentityTerms(Apartment);
addIdentityTerms(Card);
