import type { Row } from '../../database/tables.ts';
import { builder } from '../../graphql/builder.ts';
import { versionArgs } from '../../graphql/mutation.ts';
import { addFewRows, addNamed, readOfEach } from '../../graphql/related-fields.ts';
import { Versioned } from '../../graphql/versioned.ts';
import { apartments } from '../apartments/apartment.queries.ts';
import { Apartment } from '../apartments/apartment.schema.ts';
import { findLabels } from '../labels.ts';
import { isOwned } from '../reachable.ts';
import { listApartmentOrgsBy, maxListed } from './apartment-org.queries.ts';
import { addApartmentOrg, removeApartmentOrg } from './apartment-org.service.ts';

const labelOf = readOfEach('ApartmentOrg.label', 'apartmentOrg:read', (tx, _scope, ids) => findLabels(tx, 'org', ids));

const ApartmentOrg = builder.objectRef<Row<'apartment_org'>>('ApartmentOrg').implement({
  description: 'A further org that serves an apartment, and so sees it.',
  interfaces: [Versioned],
  fields: (t) => ({
    orgId: t.exposeID('serving_org_id'),
    label: t.string({
      description: 'Name of the serving org: whoever keeps an apartment may know who else sees it.',
      resolve: async ({ serving_org_id }, _args, context) => (await labelOf(context, serving_org_id)) ?? '',
    }),
    viewerCanRemove: t.boolean({ resolve: (row, _args, context) => isOwned(context, 'apartmentOrg:write', row) }),
  }),
});

addNamed(ApartmentOrg, 'apartment_id', Apartment, apartments);

addFewRows(Apartment, 'apartmentOrgs', {
  type: ApartmentOrg,
  permission: 'apartmentOrg:read',
  description: `Further orgs that serve it; ${maxListed} at most.`,
  usually: 5,
  read: listApartmentOrgsBy,
});

builder.mutationFields((t) => ({
  addApartmentOrg: t.field({
    type: ApartmentOrg,
    description: 'Lets a further org see an apartment; one that the caller may see.',
    authScopes: { may: 'apartmentOrg:write' },
    args: { apartmentId: t.arg.id({ required: true }), orgId: t.arg.id({ required: true }) },
    resolve: (_root, args, context) => addApartmentOrg(context, args),
  }),
  removeApartmentOrg: t.field({
    type: 'ID',
    authScopes: { may: 'apartmentOrg:write' },
    args: versionArgs,
    resolve: async (_root, version, context) => (await removeApartmentOrg(context, version)).id,
  }),
}));
