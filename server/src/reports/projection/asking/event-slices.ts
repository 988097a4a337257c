import type { Scope } from '../../../database/scope.ts';
import type { Cell } from '../../engine/cell.ts';
import type { FileAsked, FileRow, Question } from '../../engine/engine.ts';
import type { RecordColumn } from '../../query/dialect.ts';
import type { BuiltQuery, Counted } from '../../query/report-query.ts';
import { fileShapes } from '../../records/record-columns.ts';
import { orderBy } from '../../records/record-cursor.ts';
import { asOneText, columnIn, textsOf, whereRead, withFound, type Sought } from '../../records/record-query.ts';
import type { Query, Stream } from '../connection.ts';

type Asked = Pick<Sought, 'told'>;
type Statement = Pick<BuiltQuery, 'sql' | 'params'>;

/** A part of a period; in UTC, as the projection has it. */
interface Slice {
  readonly from: string;
  /** Not in it; null when there is no later event. */
  readonly until: string | null;
}

const all = { cell: [], metric: {} } as const;
const shape = fileShapes.events;

/** Events that the engine sorts at once: few enough that whole rows of them are a few megabytes. */
const mostOfSlice = 25_000;

/**
 * How many events that the caller is told of lie in each hour, for {@link slicesOf}: what comes of a long period is read in parts
 * of it, for which nothing must be sorted beforehand.
 */
function buildHours(question: Question, counted: Counted, { told }: Asked): Statement {
  const sql = `
    ${withFound(question, all, counted, { ...shape, columns: [], told })}
    select date_trunc('hour', k0)::varchar, count(*)::float8 from found where is_told group by 1 order by 1 desc`;
  return { sql, params: counted.params.values };
}

/** The newest first. What a single hour has is in one slice, however much. */
function slicesOf(hours: readonly (readonly Cell[])[]): Slice[] {
  const slices: Slice[] = [];
  let until: string | null = null;
  let events = 0;
  for (const [index, [hour, count]] of hours.entries()) {
    events += Number(count);
    if (index === hours.length - 1 || events + Number(hours[index + 1]?.[1]) > mostOfSlice) {
      slices.push({ from: String(hour), until });
      until = String(hour);
      events = 0;
    }
  }
  return slices;
}

/** The events of a slice in their order, each as one text, for {@link rowOf}. */
function buildSlice(
  question: Question,
  counted: Counted,
  {
    told,
    columns,
    slice: { from, until },
  }: Asked & { readonly columns: readonly RecordColumn[]; readonly slice: Slice },
): Statement {
  const { params } = counted;
  const found = withFound(question, all, counted, { ...shape, columns: columns.map(({ by }) => by), told });
  const limits = [
    `k0 >= ${params.bind(from, 'timestamp')}`,
    ...(until === null ? [] : [`k0 < ${params.bind(until, 'timestamp')}`]),
  ];
  const sql = `
    ${found}
    select ${asOneText(columns.map((_each, index) => `r${index}`))} from (
      select * from found where ${['is_told', ...limits].join(' and ')} order by ${orderBy(shape.order)}
    ) as slice`;
  return { sql, params: params.values };
}

/** What tells a column's records by their keys; null for a column without keys. */
type Ids = readonly string[] | null;

/** Read once for a file: of each record there is one text, however many rows it is in. */
async function findIds(query: Query, columns: readonly RecordColumn[]): Promise<Ids[]> {
  const known = new Map<string, readonly string[]>();
  for (const { ids: table } of columns) {
    if (table !== null && !known.has(table)) {
      const ids: string[] = [];
      for (const [key, id] of await query(`select key, id::varchar from ${table} order by key`, [])) {
        ids[Number(key)] = String(id);
      }
      known.set(table, ids);
    }
  }
  return columns.map(({ ids }) => (ids === null ? null : (known.get(ids) ?? [])));
}

/** What the columns say of an event. */
const rowOf = (text: Cell | undefined, ids: readonly Ids[]): (string | null)[] =>
  textsOf(text).map((cell, position) => {
    const idsOf = ids[position];
    return idsOf && cell !== null ? (idsOf[Number(cell)] ?? null) : cell;
  });

/** Events taken apart at once: so few that what comes of them is gone before it would count as what stays. */
const eventsAtOnce = 256;

/** The events of a file, slice by slice, all of one moment; `rows` gives what is counted, anew for each query. */
export async function* readSlices(
  { query, stream, rows }: { readonly query: Query; readonly stream: Stream; readonly rows: () => Counted },
  question: Question,
  file: FileAsked,
): AsyncGenerator<FileRow[]> {
  const { told } = file;
  const ids = await findIds(query, eventColumns(file, rows()));
  const hours = buildHours(question, rows(), { told });
  for (const slice of slicesOf(await query(hours.sql, hours.params))) {
    const counted = rows();
    const columns = eventColumns(file, counted);
    const { sql, params } = buildSlice(question, counted, { told, columns, slice });
    for await (const piece of stream(sql, params)) {
      for (let start = 0; start < piece.length; start += eventsAtOnce) {
        yield piece.slice(start, start + eventsAtOnce).map(([text]) => rowOf(text, ids));
      }
    }
  }
}

function eventColumns({ columns }: FileAsked, { params }: Counted): RecordColumn[] {
  const within = (scope: Scope | null, by: string) => (scope ? whereRead(shape, scope, params, by) : by);
  const shown = columns.map(({ by, within: scope }): RecordColumn => {
    const column = columnIn(params.dialect, by);
    return { ...column, by: within(scope, column.by) };
  });
  return [...shown, params.dialect.recordOf('org')];
}
