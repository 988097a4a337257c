import type { Row } from '../../database/tables.ts';
import { builder } from '../../graphql/builder.ts';
import { costs } from '../../graphql/cost.ts';
import { versionArgs } from '../../graphql/mutation.ts';
import { Versioned } from '../../graphql/versioned.ts';
import { apartments } from '../apartments/apartment.queries.ts';
import { Apartment } from '../apartments/apartment.schema.ts';
import { findLabels } from '../labels.ts';
import { isOwned } from '../reachable.ts';
import { listApartmentOrgsBy, maxListed } from './apartment-org.queries.ts';
import { addApartmentOrg, removeApartmentOrg } from './apartment-org.service.ts';

const ApartmentOrg = builder.objectRef<Row<'apartment_org'>>('ApartmentOrg').implement({
  description: 'A further org that serves an apartment, and so sees it.',
  interfaces: [Versioned],
  fields: (t) => ({
    orgId: t.exposeID('serving_org_id'),
    label: t.string({
      description: 'Name of the serving org: whoever keeps an apartment may know who else sees it.',
      resolve: async ({ serving_org_id }, _args, context) =>
        (await context.loadBy('serving org label', serving_org_id, (ids) =>
          context.read('apartmentOrg:read', (tx) => findLabels(tx, 'org', ids)),
        )) ?? '',
    }),
    apartment: t.field({
      type: Apartment,
      nullable: true,
      authScopes: { may: 'apartment:read' },
      resolve: ({ apartment_id }, _args, context) => context.load(apartments, 'apartment:read', apartment_id),
    }),
    viewerCanRemove: t.boolean({ resolve: (row, _args, context) => isOwned(context, 'apartmentOrg:write', row) }),
  }),
});

builder.objectField(Apartment, 'apartmentOrgs', (t) =>
  t.field({
    type: [ApartmentOrg],
    extensions: costs({ rows: 5 }),
    nullable: true,
    description: `Further orgs that serve it; ${maxListed} at most.`,
    authScopes: { may: 'apartmentOrg:read' },
    resolve: async ({ id }, _args, context) =>
      context.spend(
        await context.loadBy('orgs of apartment', id, (ids) =>
          context.read('apartmentOrg:read', (tx, scope) => listApartmentOrgsBy(tx, scope, ids)),
        ),
      ),
  }),
);

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
