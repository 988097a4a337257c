import type { Question } from '../count.ts';
import type { Cell } from '../projection/one-moment.ts';
import type { BuiltQuery, Counted } from '../report-query.ts';
import { orderBy } from './record-cursor.ts';
import { asOneText, withFound, type RecordPlan } from './record-query.ts';
import type { RecordShape } from './record-sources.ts';

type Asked = Pick<RecordPlan, 'told'> & { readonly shape: Omit<RecordShape, 'columns'> };
type Statement = Pick<BuiltQuery, 'sql' | 'params'>;

/** A column of an event. */
export interface EventColumn {
  readonly by: string;
  /** `by` is a record's key of this table, in place of which its id is told. */
  readonly keyOf?: string;
}

/** A part of a period; in UTC, as the projection has it. */
export interface Slice {
  readonly from: string;
  /** Not in it; null when there is no later event. */
  readonly until: string | null;
}

const all = { cell: [], metric: {} } as const;

/** Events that the engine sorts at once: few enough that whole rows of them are a few megabytes. */
const mostOfSlice = 25_000;

/**
 * How many events that the caller is told of lie in each hour, for {@link slicesOf}: what comes of a long period is read in parts
 * of it, for which nothing must be sorted beforehand.
 */
export function buildHours(question: Question, counted: Counted, { shape, told }: Asked): Statement {
  const sql = `
    ${withFound(question, all, counted, { shape: { ...shape, columns: {} }, told })}
    select date_trunc('hour', k0)::varchar, count(*)::float8 from found where is_told group by 1 order by 1 desc`;
  return { sql, params: counted.params.values };
}

/** The newest first. What a single hour has is in one slice, however much. */
export function slicesOf(hours: readonly (readonly Cell[])[]): Slice[] {
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

/** The events of a slice in their order, each as one text (`textsOf`). */
export function buildSlice(
  question: Question,
  counted: Counted,
  {
    shape,
    told,
    columns,
    slice: { from, until },
  }: Asked & { readonly columns: readonly EventColumn[]; readonly slice: Slice },
): Statement {
  const { params } = counted;
  const found = withFound(question, all, counted, {
    shape: { ...shape, columns: Object.fromEntries(columns.map(({ by }, index) => [`r${index}`, by])) },
    told,
  });
  const limits = [
    `k0 >= ${params.bind(from, 'timestamp')}`,
    ...(until === null ? [] : [`k0 < ${params.bind(until, 'timestamp')}`]),
  ];
  // Ids of records, random as they are, take several times the room of their keys, on disk and in memory.
  const joins = columns.flatMap(({ keyOf }, index) =>
    keyOf === undefined ? [] : [`left join ${keyOf}_key ids${index} on ids${index}.key = r${index}`],
  );
  const cells = columns.map(({ keyOf }, index) => (keyOf === undefined ? `r${index}` : `ids${index}.id`));
  const sql = `
    ${found}
    select ${asOneText(cells.map((_cell, index) => `c${index}`))} from (
      select ${cells.map((cell, index) => `${cell} as c${index}`).join(', ')} from found ${joins.join(' ')}
      where ${['is_told', ...limits].join(' and ')} order by ${orderBy(shape.order)}
    ) as slice`;
  return { sql, params: params.values };
}
