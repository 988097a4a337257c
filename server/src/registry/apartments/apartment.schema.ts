import type { GraphQLResolveInfo } from 'graphql';
import { cleanIdNumber } from '@noa/domain/codes/id-number.ts';
import { apartment } from '@noa/domain/kinds/apartment.ts';
import { findRecords, type ListArgs } from '../../records/record.ts';
import type { Row } from '../../database/tables.ts';
import { builder } from '../../graphql/builder.ts';
import { costs } from '../../graphql/cost.ts';
import { connectionOf, sortInput, type ConnectionSource } from '../../graphql/connection.ts';
import type { Context } from '../../request/context.ts';
import { listArgs, recordArgs } from '../../graphql/list.ts';
import { answerList, answerRecord } from '../../graphql/planned/records.ts';
import { plannable } from '../../graphql/planned/shape.ts';
import { addCount, addCountOf, readOfEach } from '../../graphql/related-fields.ts';
import type { FilterOf } from '../declared/conditions.ts';
import { addRecordMutations } from '../declared/add-record.ts';
import { filterInput } from '../declared/record-fields.ts';
import { recordType } from '../declared/record-type.ts';
import { Entrance } from '../entrances/entrance.schema.ts';
import { findLabels } from '../labels.ts';
import { isReachable } from '../reachable.ts';
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
import { apartmentService } from './apartment.service.ts';
import { IdNumberVault } from './id-number-vault.ts';

type ApartmentRow = Row<'apartment'>;

const labelOf = readOfEach('Apartment.label', 'apartment:read', (tx, _scope, ids) => findLabels(tx, 'apartment', ids));
const cardsOf = readOfEach('Apartment.cardCount', 'card:count', countActiveCards);

export const Apartment = recordType(apartments, apartment, {
  description: 'A dwelling or shop behind an entrance, with its occupier.',
  fields: (t) => ({
    label: t.string({
      description: 'The whole address on one line; the apartment alone when the caller may not see its entrance.',
      resolve: async ({ id, addr_ap }, _args, context) => (await labelOf(context, id)) ?? `ap. ${addr_ap}`,
    }),
    cardCount: t.int({
      nullable: true,
      description: 'Active cards; null where the caller may not count them.',
      authScopes: { may: 'card:count' },
      resolve: async ({ id }, _args, context) => (await cardsOf(context, id)) ?? null,
    }),
    viewerCanUpdateOccupier: t.boolean({
      resolve: (row, _args, context) => isReachable(context, ownApartments, 'apartment:updateOccupier', row),
    }),
  }),
});

const ApartmentConnection = connectionOf('Apartment', Apartment);
const ApartmentSort = sortInput('Apartment', apartments.sorts);
/** What lists of apartments are filtered by. */
interface Asked extends FilterOf<typeof apartment> {
  readonly occupierName?: string | null | undefined;
  readonly occupierIdNumber?: string | null | undefined;
}

const ApartmentFilterInput = filterInput<Asked>(apartment, (t) => ({
  occupierName: t.string({ description: 'Words of the names; case and diacritics do not matter.' }),
  occupierIdNumber: t.string({ description: 'The whole number.' }),
}));

type SortField = keyof typeof apartments.sorts;

async function listApartments(
  context: Context,
  filter: Asked,
  args: ListArgs<SortField>,
  info: GraphQLResolveInfo,
): Promise<ConnectionSource<ApartmentRow>> {
  const { occupierIdNumber, ...others } = filter;
  const occupierIdNumberHashes = occupierIdNumber
    ? new IdNumberVault(await context.keysFor('apartment:readOccupier')).hashes(cleanIdNumber(occupierIdNumber))
    : undefined;
  const conditions = apartmentConditions({ ...others, occupierIdNumberHashes });
  return answerList(context, apartments, 'apartment:read', conditions, args, info);
}

builder.queryFields((t) => ({
  apartment: t.field({
    type: Apartment,
    nullable: true,
    authScopes: { may: 'apartment:read' },
    args: recordArgs,
    extensions: plannable,
    resolve: (_root, args, context, info) => answerRecord(context, apartments, 'apartment:read', args, info),
  }),
  apartments: t.field({
    type: ApartmentConnection,
    authScopes: { may: 'apartment:read' },
    args: listArgs(ApartmentFilterInput, ApartmentSort),
    extensions: plannable,
    resolve: (_root, args, context, info) => listApartments(context, args.filter ?? {}, args, info),
  }),
}));

addCountOf(Entrance, 'apartmentCount', apartments, 'entrance_id');
addCount(TowerBlock, 'apartmentCount', 'apartment:read', countByTowerBlock);

builder.objectField(Entrance, 'apartments', (t) =>
  t.field({
    type: ApartmentConnection,
    authScopes: { may: 'apartment:read' },
    args: listArgs(ApartmentFilterInput, ApartmentSort),
    extensions: plannable,
    resolve: ({ id }, args, context, info) =>
      listApartments(
        context,
        { ...args.filter, entranceId: id },
        { ...args, sort: args.sort ?? [{ field: 'addr_ap', direction: 'asc' }] },
        info,
      ),
  }),
);

addRecordMutations(apartments, apartment, {
  type: Apartment,
  updatePermission: 'apartment:updateOccupier',
  service: apartmentService,
  restore: { hidden: readIdNumberOf },
});

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
