import { cleanIdNumber } from '@noa/domain/codes/id-number.ts';
import { apartment } from '@noa/domain/kinds/apartment.ts';
import { findRecords, type Condition } from '../../records/record.ts';
import { builder } from '../../graphql/builder.ts';
import { costs } from '../../graphql/cost.ts';
import type { Context } from '../../request/context.ts';
import { addRelatedList } from '../../graphql/record-fields.ts';
import { addCount, addCountOf, readOfEach } from '../../graphql/related-fields.ts';
import type { FilterOf } from '../declared/conditions.ts';
import { addRecord } from '../declared/add-record.ts';
import { filterInput } from '../declared/record-fields.ts';
import { recordType } from '../declared/record-type.ts';
import { Entrance } from '../entrances/entrance.schema.ts';
import { findLabels } from '../labels.ts';
import { isReachable } from '../reachable.ts';
import { TowerBlock } from '../tower-blocks/tower-block.schema.ts';
import { ViewerType } from '../viewer.schema.ts';
import { readIdNumberOf, apartmentService } from './apartment.service.ts';
import {
  apartmentConditions,
  apartments,
  countActiveCards,
  countByTowerBlock,
  ownApartments,
} from './apartment.queries.ts';
import { hashesToFind } from './personal-data.service.ts';

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

/** What lists of apartments are filtered by. */
interface Asked extends FilterOf<typeof apartment> {
  readonly occupierName?: string | null | undefined;
  readonly occupierIdNumber?: string | null | undefined;
}

const ApartmentFilterInput = filterInput<Asked>(apartment, (t) => ({
  occupierName: t.string({ description: 'Words of the names; case and diacritics do not matter.' }),
  occupierIdNumber: t.string({ description: 'The whole number, for callers who may see it; 30 in an hour.' }),
}));

/** Whole numbers are found by their hashes. */
async function conditionsOf(filter: Asked | null | undefined, context: Context): Promise<Condition[]> {
  const { occupierIdNumber, ...others } = filter ?? {};
  const occupierIdNumberHashes = occupierIdNumber
    ? await hashesToFind(context, cleanIdNumber(occupierIdNumber))
    : undefined;
  return apartmentConditions({ ...others, occupierIdNumberHashes });
}

const { list } = addRecord(apartments, apartment, {
  type: Apartment,
  filter: ApartmentFilterInput,
  conditions: conditionsOf,
  updatePermission: 'apartment:updateOccupier',
  service: apartmentService,
  restore: { hidden: readIdNumberOf },
});

addCountOf(Entrance, 'apartmentCount', apartments, 'entrance_id');
addCount(TowerBlock, 'apartmentCount', 'apartment:read', countByTowerBlock);

addRelatedList(Entrance, 'apartments', list, ({ id }) => ({ entranceId: id }), {
  sort: [{ field: 'addr_ap', direction: 'asc' }],
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
