import { asSystem } from '../../testing/harness.ts';

/** Plants two counties with UATs and localities in this file's database; `Runcu` is in two UATs of Neamț, `Heci` in one of Iași. */
export const plantTree = () =>
  asSystem((tx) =>
    tx
      .insertInto('gis_node')
      .values([
        { id: 'nt', kind: 'county', name: 'Neamț' },
        { id: 'nt-pn', kind: 'uat', name: 'Piatra Neamț', parent_id: 'nt' },
        { id: 'nt-pn-1', kind: 'loc', name: 'Piatra Neamț', parent_id: 'nt-pn' },
        { id: 'nt-pn-2', kind: 'loc', name: 'Runcu', parent_id: 'nt-pn' },
        { id: 'nt-ro', kind: 'uat', name: 'Roman', parent_id: 'nt', siruta: 120_000 },
        { id: 'nt-ro-1', kind: 'loc', name: 'Runcu', parent_id: 'nt-ro', siruta: 120_001 },
        { id: 'is', kind: 'county', name: 'Iași' },
        { id: 'is-le', kind: 'uat', name: 'Lespezi', parent_id: 'is' },
        { id: 'is-le-1', kind: 'loc', name: 'Heci', parent_id: 'is-le' },
      ])
      .execute(),
  );

/** The tower blocks of an org by their streets, each with the node it lies in. */
export const listBlocks = (orgId: string) =>
  asSystem((tx) =>
    tx
      .selectFrom('tower_block')
      .select(['county', 'locality', 'addr_street', 'gis_node_id'])
      .where('org_id', '=', orgId)
      .orderBy('addr_street')
      .execute(),
  );
