import { updateApartmentInput } from '@noa/domain/apartment.ts';
import { cleanIdNumber } from '@noa/domain/id-number.ts';
import type { Permission } from '@noa/domain/permissions.ts';
import { countByParent, findRecords, type ListArgs } from '../../database/record.ts';
import { reachesOrg } from '../../database/scope.ts';
import type { Row } from '../../database/tables.ts';
import { builder } from '../../graphql/builder.ts';
import { costs } from '../../graphql/cost.ts';
import { connectionOf, sortInput, type ConnectionSource } from '../../graphql/connection.ts';
import type { Context } from '../../graphql/context.ts';
import { listArgs, listOf, recordArgs, recordOf } from '../../graphql/list.ts';
import { versionArgs } from '../../graphql/mutation.ts';
import { DateTimeRange } from '../../graphql/ranges.ts';
import { OccupierKindEnum } from '../../graphql/scalars.ts';
import { Versioned } from '../../graphql/versioned.ts';
import { entrances } from '../entrances/entrance.queries.ts';
import { Entrance } from '../entrances/entrance.schema.ts';
import { findLabels } from '../labels.ts';
import { orgs } from '../orgs/org.queries.ts';
import { Org } from '../orgs/org.schema.ts';
import { isReachable } from '../reachable.ts';
import { addRestore } from '../restore.service.ts';
import { TowerBlock } from '../tower-blocks/tower-block.schema.ts';
import { ViewerType } from '../viewer.schema.ts';
import { readIdNumberOf } from './apartment-restore.ts';
import {
  apartmentConditions,
  apartments,
  countActiveCards,
  countByTowerBlock,
  ownApartments,
} from './apartment.queries.ts';
import { createApartment, deleteApartment, updateApartment } from './apartment.service.ts';
import { IdNumberVault } from './id-number-vault.ts';

type ApartmentRow = Row<'apartment'>;

/** What the caller may know of this apartment's occupier; null, as if nothing were known, where the permission ends. */
const ifReadable = async <Value>(context: Context, permission: Permission, row: ApartmentRow, value: Value) =>
  (await isReachable(context, apartments, permission, row)) ? value : null;

const mayWrite = (context: Context, { org_id }: ApartmentRow) =>
  context.viewer.may('apartment:write') && reachesOrg(context.viewer.scope('apartment:write'), org_id);

export const Apartment = builder.objectRef<ApartmentRow>('Apartment').implement({
  description: 'A dwelling or shop behind an entrance, with its occupier.',
  interfaces: [Versioned],
  fields: (t) => ({
    addrAp: t.exposeString('addr_ap'),
    label: t.string({
      description: 'The whole address on one line; the apartment alone when the caller may not see its entrance.',
      resolve: async ({ id, addr_ap }, _args, context) =>
        (await context.loadBy('apartment label', id, (ids) =>
          context.read('apartment:read', (tx) => findLabels(tx, 'apartment', ids)),
        )) ?? `ap. ${addr_ap}`,
    }),
    org: t.field({
      type: Org,
      nullable: true,
      authScopes: { may: 'org:read' },
      resolve: ({ org_id }, _args, context) => context.load(orgs, 'org:read', org_id),
    }),
    entrance: t.field({
      type: Entrance,
      nullable: true,
      authScopes: { may: 'entrance:read' },
      resolve: ({ entrance_id }, _args, context) => context.load(entrances, 'entrance:read', entrance_id),
    }),
    occupierKind: t.field({
      type: OccupierKindEnum,
      nullable: true,
      authScopes: { may: 'apartment:readOccupierKind' },
      resolve: (row, _args, context) => ifReadable(context, 'apartment:readOccupierKind', row, row.occupier_kind),
    }),
    occupierName: t.string({
      nullable: true,
      description: 'Family name, or the name of the company.',
      authScopes: { may: 'apartment:readOccupier' },
      resolve: (row, _args, context) => ifReadable(context, 'apartment:readOccupier', row, row.occupier_name),
    }),
    occupierFirstName: t.string({
      nullable: true,
      authScopes: { may: 'apartment:readOccupier' },
      resolve: (row, _args, context) => ifReadable(context, 'apartment:readOccupier', row, row.occupier_first_name),
    }),
    occupierIdNumber: t.string({
      nullable: true,
      description: 'Masked: `1••••••••••23`.',
      authScopes: { may: 'apartment:readOccupier' },
      resolve: (row, _args, context) => ifReadable(context, 'apartment:readOccupier', row, row.occupier_id_number_mask),
    }),
    cardCount: t.int({
      nullable: true,
      description: 'Active cards; null where the caller may not count them.',
      authScopes: { may: 'card:count' },
      resolve: async ({ id }, _args, context) =>
        (await context.loadBy('cards of apartment', id, (ids) =>
          context.read('card:count', (tx, scope) => countActiveCards(tx, scope, ids)),
        )) ?? null,
    }),
    viewerCanUpdate: t.boolean({ resolve: (row, _args, context) => mayWrite(context, row) }),
    viewerCanUpdateOccupier: t.boolean({
      resolve: (row, _args, context) => isReachable(context, ownApartments, 'apartment:updateOccupier', row),
    }),
    viewerCanDelete: t.boolean({ resolve: (row, _args, context) => mayWrite(context, row) }),
  }),
});

const ApartmentConnection = connectionOf('Apartment', Apartment);
const ApartmentSort = sortInput('Apartment', apartments.sorts);
const ApartmentFilter = builder.inputType('ApartmentFilter', {
  fields: (t) => ({
    q: t.string({ description: 'Words of the address; case and diacritics do not matter.' }),
    orgId: t.id(),
    entranceId: t.id(),
    occupierKind: t.field({ type: OccupierKindEnum }),
    occupierName: t.string({ description: 'Words of the names; case and diacritics do not matter.' }),
    occupierIdNumber: t.string({ description: 'The whole number.' }),
    updatedAt: t.field({ type: DateTimeRange }),
  }),
});

type SortField = keyof typeof apartments.sorts;

async function listApartments(
  context: Context,
  filter: typeof ApartmentFilter.$inferInput,
  args: ListArgs<SortField>,
): Promise<ConnectionSource<ApartmentRow>> {
  const { occupierIdNumber, ...others } = filter;
  const occupierIdNumberHashes = occupierIdNumber
    ? new IdNumberVault(await context.keysFor('apartment:readOccupier')).hashes(cleanIdNumber(occupierIdNumber))
    : undefined;
  const conditions = apartmentConditions({ ...others, occupierIdNumberHashes });
  return listOf(context, apartments, 'apartment:read', conditions, args);
}

builder.queryFields((t) => ({
  apartment: t.field({
    type: Apartment,
    nullable: true,
    authScopes: { may: 'apartment:read' },
    args: recordArgs,
    resolve: (_root, args, context) => recordOf(context, apartments, 'apartment:read', args),
  }),
  apartments: t.field({
    type: ApartmentConnection,
    authScopes: { may: 'apartment:read' },
    args: listArgs(ApartmentFilter, ApartmentSort),
    resolve: (_root, args, context) => listApartments(context, args.filter ?? {}, args),
  }),
}));

builder.objectField(Entrance, 'apartmentCount', (t) =>
  t.int({
    authScopes: { may: 'apartment:read' },
    resolve: async ({ id }, _args, context) =>
      (await context.loadBy('apartments of entrance', id, (ids) =>
        context.read('apartment:read', (tx, scope) => countByParent(tx, apartments, scope, 'entrance_id', ids)),
      )) ?? 0,
  }),
);

builder.objectField(TowerBlock, 'apartmentCount', (t) =>
  t.int({
    authScopes: { may: 'apartment:read' },
    resolve: async ({ id }, _args, context) =>
      (await context.loadBy('apartments of tower block', id, (ids) =>
        context.read('apartment:read', (tx, scope) => countByTowerBlock(tx, scope, ids)),
      )) ?? 0,
  }),
);

builder.objectField(Entrance, 'apartments', (t) =>
  t.field({
    type: ApartmentConnection,
    authScopes: { may: 'apartment:read' },
    args: listArgs(ApartmentFilter, ApartmentSort),
    resolve: ({ id }, args, context) =>
      listApartments(
        context,
        { ...args.filter, entranceId: id },
        { ...args, sort: args.sort ?? [{ field: 'addr_ap', direction: 'asc' }] },
      ),
  }),
);

const CreateApartmentInput = builder.inputType('CreateApartmentInput', {
  fields: (t) => ({
    entranceId: t.id({ required: true }),
    addrAp: t.string({ required: true }),
    occupierKind: t.field({ type: OccupierKindEnum }),
    occupierName: t.string(),
    occupierFirstName: t.string(),
    occupierIdNumber: t.string(),
  }),
});

const UpdateApartmentInput = builder.inputType('UpdateApartmentInput', {
  description: 'Absent leaves a field as it is; null clears it. Property administrators change the occupier only.',
  fields: (t) => ({
    entranceId: t.id(),
    addrAp: t.string(),
    occupierKind: t.field({ type: OccupierKindEnum }),
    occupierName: t.string(),
    occupierFirstName: t.string(),
    occupierIdNumber: t.string({
      description: 'In the clear; it is stored encrypted and never shown again like this.',
    }),
  }),
});

builder.mutationFields((t) => ({
  createApartment: t.field({
    type: Apartment,
    authScopes: { may: 'apartment:write' },
    args: { input: t.arg({ type: CreateApartmentInput, required: true }) },
    resolve: (_root, { input }, context) => createApartment(context, input),
  }),
  updateApartment: t.field({
    type: Apartment,
    authScopes: { may: 'apartment:updateOccupier' },
    args: { ...versionArgs, input: t.arg({ type: UpdateApartmentInput, required: true }) },
    resolve: (_root, { id, rowId, input }, context) => updateApartment(context, { id, rowId }, input),
  }),
  deleteApartment: t.field({
    type: 'ID',
    authScopes: { may: 'apartment:write' },
    args: versionArgs,
    resolve: async (_root, version, context) => (await deleteApartment(context, version)).id,
  }),
}));

builder.objectField(ViewerType, 'apartments', (t) =>
  t.field({
    type: [Apartment],
    // Most residents have one home; further ones count when they are there.
    extensions: costs({ rows: 1 }),
    description: 'Where the viewer lives; empty for those who are no residents.',
    authScopes: { may: 'apartment:read' },
    resolve: (_viewer, _args, context) => {
      const { apartmentIds } = context.viewer.scope('apartment:read');
      return context
        .read('apartment:read', (tx, scope) => findRecords(tx, apartments, scope, apartmentIds))
        .then((rows) => context.spend(rows));
    },
  }),
);

addRestore(apartments, {
  permission: 'apartment:write',
  input: updateApartmentInput,
  update: updateApartment,
  hidden: readIdNumberOf,
});
