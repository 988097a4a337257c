import { sql, type RawBuilder } from 'kysely';
import { chooseLocality, isCalled, type LocalityChoice } from '@noa/domain/addresses/choose-locality.ts';
import { LocalityIndex, type KnownGisNode, type StatedLocality } from '@noa/domain/addresses/locality-index.ts';
import { localityKeys } from '@noa/domain/addresses/locality-key.ts';
import { execute, findRows, hasRow } from '../../database/statements.ts';
import type { Tx } from '../../database/database.ts';
import { columnsIn } from '../reading/column-batch.ts';

/** What a list's localities are in the address tree: by their codes, or else by their names. */
export class TreeLocalities {
  readonly #index: LocalityIndex;
  readonly #byCode: ReadonlyMap<number, LocalityNode>;
  readonly #own: LocalityNode | undefined;

  private constructor(nodes: readonly LocalityNode[], own: LocalityNode | undefined) {
    this.#index = new LocalityIndex(nodes);
    this.#byCode = new Map(nodes.flatMap((node) => (node.siruta === null ? [] : [[node.siruta, node]])));
    this.#own = own;
  }

  /** Looks up all that `said` may mean, in one go. */
  static async find(tx: Tx, orgId: string, said: readonly SaidLocality[]): Promise<TreeLocalities> {
    const [own] = await findNodes(tx, sql`select gis_node_id from org where id = ${orgId}`); // none where nobody said
    const names = [...said.map(({ locality, uat }) => locality || uat), own?.name ?? ''].filter(Boolean);
    const keys = new Set([...new Set(names)].flatMap((name) => [...localityKeys(name)]));
    const codes = new Set(said.map(({ siruta }) => siruta).filter((code) => code > 0));
    return new TreeLocalities(await listNodesCalled(tx, [...keys], [...codes]), own);
  }

  hasCode(siruta: number): boolean {
    return this.#byCode.has(siruta);
  }

  choose({ siruta, ...stated }: SaidLocality): LocalityChoice {
    const node = this.#byCode.get(siruta);
    return node ? { how: 'said', node: this.#within(node, stated) } : chooseLocality(this.#index, stated, this.#own);
  }

  /** Whether a node is of another county, or called otherwise, than what is said beside its code. */
  isOtherwise({ county, locality }: StatedLocality, node: KnownGisNode): boolean {
    const isElsewhere = county !== '' && !isCalled(node.county, county);
    const names = [node.name, node.uat, node.county];
    const isOther = node.kind === 'loc' && locality !== '' && !names.some((name) => isCalled(name, locality));
    return isElsewhere || isOther;
  }

  /** Lists give the code of the UAT as often as that of the locality, which they say by its name then. */
  #within(node: LocalityNode, { locality }: StatedLocality): KnownGisNode {
    const { kind, county, name: uat } = node;
    const found = kind === 'uat' && locality !== '' ? this.#index.find({ county, uat, locality }) : [];
    return found.length === 1 && found[0] ? found[0] : node;
  }
}

/** A node with what it lies in, as people tell two of a name apart: `Iași › Lespezi › Lunca`. */
export const lineOf = ({ county, uat, name }: KnownGisNode): string =>
  [county, uat, name].filter((each, at, line) => each !== '' && each !== line[at - 1]).join(' › ');

/** What a list says of where a block lies. Texts are empty and the code is 0 where it says nothing. */
export interface SaidLocality extends StatedLocality {
  readonly siruta: number;
}

/** Where each planned block lies, by the first row that is about it; how that is known; what may be meant, a line each. */
export const plannedLocality = columnsIn(
  'row_number integer, county text, uat text, locality text, siruta integer, gis_node_id text, how text, candidates text',
);

/** As the staged list has them, with the first row of each. */
export const listStagedLocalities = (tx: Tx) => findRows<SaidLocality & { row_number: number }>(tx)`
  select min(row_number) as row_number, coalesce(county, '') as county, coalesce(uat, '') as uat,
    coalesce(locality, '') as locality, coalesce(siruta, 0) as siruta
  from staged group by 2, 3, 4, 5 order by 1`;

/** As the plan has them: a block that is known is called as the registry calls it. */
export async function listPlannedLocalities(tx: Tx): Promise<readonly SaidLocality[]> {
  await execute(tx)`delete from planned_locality`;
  await execute(tx)`
    insert into planned_locality (row_number, county, uat, locality, siruta)
    select distinct p.row_number, p.county, coalesce(s.uat, ''), p.locality, coalesce(s.siruta, 0)
    from planned_tower_block p join staged s on s.row_number = p.row_number`;
  return findRows<SaidLocality>(tx)`
    select distinct county, uat, locality, siruta from planned_locality order by 1, 2, 3, 4`;
}

interface LocalityNode extends KnownGisNode {
  readonly siruta: number | null;
}

const findNodes = (tx: Tx, which: RawBuilder<unknown>): Promise<LocalityNode[]> => findRows<LocalityNode>(tx)`
  select n.id, n.kind, n.name, n.siruta,
    case n.kind when 'county' then n.name when 'uat' then p.name else c.name end as county,
    case n.kind when 'loc' then p.name else '' end as uat
  from gis_node n
  left join gis_node p on p.id = n.parent_id
  left join gis_node c on c.id = p.parent_id
  where n.kind <> 'artery' and n.id in (${which}) order by n.id`;

/** Localities and UATs that are called so (`localityKeys`), or have one of these codes. */
const listNodesCalled = (tx: Tx, keys: readonly string[], codes: readonly number[]) =>
  findNodes(
    tx,
    sql`
      select id from gis_node where kind in ('loc', 'uat') and match_key = any(${[...keys]}::text[])
      union select id from gis_node where kind in ('loc', 'uat') and siruta = any(${[...codes]}::integer[])`,
  );

/** Localities and UATs of counties that are called so. */
export const listNodesOfCounties = (tx: Tx, keys: readonly string[]) =>
  findNodes(
    tx,
    sql`
      select lying.id from gis_node county
      join gis_node uat on uat.parent_id = county.id
      cross join lateral (select uat.id union all select id from gis_node where parent_id = uat.id) as lying
      where county.kind = 'county' and county.match_key = any(${[...keys]}::text[])`,
  );

/** Whether there is an address tree at all, in which a locality could be looked for. */
export const hasLocalities = (tx: Tx): Promise<boolean> => hasRow(tx)`select from gis_node where kind = 'loc' limit 1`;
