import type { ObjectRef } from '@pothos/core';
import { findRows } from '../../database/statements.ts';
import { builder, type SchemaTypes } from '../../graphql/builder.ts';
import { readOfEach } from '../../graphql/related-fields.ts';
import { shownType } from '../../graphql/shown-type.ts';
import { Apartment } from '../../registry/apartments/apartment.schema.ts';
import { Card } from '../../registry/cards/card.schema.ts';

const IdentityTermsType = shownType('IdentityTerms', {
  description: 'For how long card events keep card and apartment, what for and by what right, as the org has decided.',
  fields: {
    days: { type: 'Int', description: '0: they keep neither.' },
    payByUse: { type: 'Boolean', description: 'Apartments pay by what they use.' },
    purpose: { type: 'String', description: 'Any other purpose; may be empty.' },
    legalBasis: { type: 'String' },
  },
});
type IdentityTerms = typeof IdentityTermsType.$inferType;

const termsOf = readOfEach('identity terms', 'cardEvent:readWho', async (tx, _scope, orgIds) => {
  const rows = await findRows<IdentityTerms & { orgId: string }>(tx)`
    select org_id as "orgId", identity_days as days, pay_by_use as "payByUse", identity_purpose as purpose,
      legal_basis as "legalBasis"
    from org_settings where org_id = any(${orgIds}::uuid[])`;
  return new Map(rows.map(({ orgId, ...terms }) => [orgId, terms]));
});

/** The terms of the record's org. Its own records are bound by them, so whoever reads one is told of its events. */
function addIdentityTerms(type: ObjectRef<SchemaTypes, { readonly org_id: string }>): void {
  builder.objectField(type, 'identityTerms', (t) =>
    t.field({
      type: IdentityTermsType,
      nullable: true,
      description: 'For how long events keep whose they were.',
      authScopes: { may: 'cardEvent:readWho' },
      resolve: async ({ org_id }, _args, context) => (await termsOf(context, org_id)) ?? null,
    }),
  );
}

addIdentityTerms(Apartment);
addIdentityTerms(Card);
