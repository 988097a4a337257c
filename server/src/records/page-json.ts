import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../database/database.ts';
import type { RegistryTable } from '../database/tables.ts';
import type { KeysetPage } from './page.ts';
import { allOf, type Condition } from './record.ts';
import { holeOf, jsonText, objectOf, rowOf, type JsonField, type JsonPiece } from './row-json.ts';

/** One thing that is asked of a page of records, under its key. */
export type PagePart = { readonly key: string } & (
  | Constant
  | { readonly is: 'nodes' | 'totalCount' }
  | { readonly is: 'edges'; readonly parts: readonly EdgePart[] }
  | { readonly is: 'pageInfo'; readonly parts: readonly PageInfoPart[] }
);

interface Constant {
  readonly is: 'constant';
  readonly text: string;
}

export type EdgePart = { readonly key: string } & (Constant | { readonly is: 'node' | 'cursor' });
export type PageInfoPart = { readonly key: string } & (Constant | { readonly is: PageFact });
export type PageFact = 'hasNextPage' | 'hasPreviousPage' | 'startCursor' | 'endCursor';

/** What is asked of a page beside what its rows are. */
export interface AskedPage {
  readonly parts: readonly PagePart[];
  /** Whether cursors are asked for. */
  readonly cursors: boolean;
  /** Whether it is asked if there are rows beyond the page. */
  readonly tellsMore: boolean;
  /** Where the cursors of a page within a row are filled in. */
  readonly cursorHole: number;
}

/** The row of another table on which the rows of a statement hang: its columns are those of `parent` there. */
const parentName = 'parent';
export const ofParent = (column: string) => sql.ref(`${parentName}.${column}`);

/** The tables of rows that hang on another, and of that one. */
interface Tables {
  readonly table: RegistryTable;
  readonly parentTable: RegistryTable;
}

/**
 * Rows `r` of a table that hang on the row that was `r` until here. What belongs to an org hangs on rows of the same org, which is what its
 * indexes begin with.
 */
async function hangingOn(tx: Tx, { table, parentTable }: Tables, column: string): Promise<RawBuilder<unknown>> {
  const [parents, rows] = [await rowOf.columns(tx, parentTable), await rowOf.columns(tx, table)];
  const isOfOrg =
    parentTable !== 'org' && table !== 'org' && [parents, rows].every((each) => each.get('org_id')?.isRequired);
  const columns = [column, ...(isOfOrg && column !== 'org_id' ? ['org_id'] : [])];
  return sql`(select ${sql.join(columns.map((each) => sql`${sql.ref(`r.${each}`)} as ${sql.id(each)}`))})
    as ${sql.id(parentName)} join ${sql.table(table)} as r
    on ${isOfOrg ? sql`r.org_id = ${ofParent('org_id')}` : sql`true`}`;
}

/** The record that `column` of the row names, as a text of JSON: `null` where it does not reach the conditions. */
export async function namedRecordJson(
  tx: Tx,
  tables: Tables,
  column: string,
  { fields, holds }: { readonly fields: readonly JsonField[]; readonly holds: Condition },
): Promise<RawBuilder<unknown>> {
  return sql`coalesce((select ${jsonText(await rowOf.json(tx, tables.table, fields))}
    from ${await hangingOn(tx, tables, column)} where r.id = ${ofParent(column)} and ${holds}), 'null')`;
}

/** How many rows name the row in `column`. */
export const countJson = async (
  tx: Tx,
  tables: Tables,
  column: string,
  holds: Condition,
): Promise<RawBuilder<unknown>> => sql`(
  select count(*) from ${await hangingOn(tx, tables, 'id')} where ${sql.ref(`r.${column}`)} = ${ofParent('id')} and ${holds})`;

/** A page of rows that hang on another. */
export interface HangingPage {
  readonly fields: readonly JsonField[];
  readonly holds: readonly Condition[];
  readonly page: KeysetPage<never>;
  readonly asked: AskedPage;
}

/** A page of the rows that hang on the row's `id`, as a text of JSON. */
export async function pageJson(
  tx: Tx,
  tables: Tables,
  { fields, holds, page, asked: { parts, cursors, tellsMore, cursorHole } }: HangingPage,
): Promise<RawBuilder<unknown>> {
  const from = await hangingOn(tx, tables, 'id');
  const where = sql`from ${from} where ${allOf([...holds, page.where])} ${page.order}`;
  // Of rows in their order, of which no more is asked, none need be numbered, and none beyond the page be read.
  const isSimple = !cursors && !tellsMore && !page.isBackward;
  const node = await rowOf.json(tx, tables.table, fields);
  const columns = parts.flatMap((part, index) => {
    const json = part.is === 'nodes' ? node : part.is === 'edges' && edgeJson(part.parts, node, page, cursorHole);
    return json ? [sql`${jsonText(json)} as ${sql.id(`part ${index}`)}`] : [];
  });
  const cursor = cursors ? [sql`${jsonText(holeOf(cursorHole, page.cursorJson))} as cursor`] : [];
  const rows = isSimple
    ? sql`select ${sql.join(columns)} ${where} limit ${sql.lit(page.limit - 1)}`
    : sql`select ${sql.join([sql`row_number() over (${page.order}) as nr`, ...columns, ...cursor])}
        ${where} limit ${sql.lit(page.limit)}`;
  const inOrder = page.isBackward ? sql`l.nr desc` : sql`l.nr asc`;
  const allOfPart = (column: RawBuilder<unknown>) =>
    isSimple
      ? sql`string_agg(${column}, ',')`
      : sql`string_agg(${column}, ',' order by ${inOrder}) filter (where l.nr < ${sql.lit(page.limit)})`;
  const valueOf = (part: PagePart, index: number): JsonPiece[] => {
    switch (part.is) {
      case 'constant':
        return [JSON.stringify(part.text)];
      case 'nodes':
      case 'edges':
        return ['[', sql`coalesce(${allOfPart(sql.ref(`l.part ${index}`))}, '')`, ']'];
      case 'totalCount':
        return [sql`(select count(*) from ${from} where ${allOf(holds)})`];
      case 'pageInfo':
        return objectOf(part.parts.map((each) => [each.key, factOf(each, page)]));
    }
  };
  const json = jsonText(objectOf(parts.map((part, index) => [part.key, valueOf(part, index)])));
  // One row, whatever is asked of the page: `having` makes a group of all its rows.
  return sql`(select ${json} from (${rows}) as l having true)`;
}

function edgeJson(parts: readonly EdgePart[], node: readonly JsonPiece[], page: KeysetPage<never>, hole: number) {
  const valueOf = (part: EdgePart) =>
    part.is === 'constant' ? [JSON.stringify(part.text)] : part.is === 'node' ? node : holeOf(hole, page.cursorJson);
  return objectOf(parts.map((part) => [part.key, valueOf(part)]));
}

/** What is known of a page, of the rows `l` that were found for it. */
function factOf(part: PageInfoPart, { isBackward, goesOn, limit }: KeysetPage<never>): JsonPiece[] {
  const more = sql`(count(*) >= ${sql.lit(limit)})::text`;
  const cursorAt = (isFirst: boolean) =>
    sql`coalesce((array_agg(l.cursor order by l.nr))[${isFirst ? sql`1` : sql`least(count(*), ${sql.lit(limit - 1)})`}], 'null')`;
  switch (part.is) {
    case 'constant':
      return [JSON.stringify(part.text)];
    case 'hasNextPage':
      return [isBackward ? String(goesOn) : more];
    case 'hasPreviousPage':
      return [isBackward ? more : String(goesOn)];
    case 'startCursor':
      return [cursorAt(!isBackward)];
    case 'endCursor':
      return [cursorAt(isBackward)];
  }
}
