import { DuckDBTimestampValue } from '@duckdb/node-api';
import { reportLimits } from '@noa/domain/reporting/report.ts';
import type { ReportRequest } from '@noa/domain/reporting/report-input.ts';
import { Params } from '../../query/filter.ts';
import { scopeCondition, suppressibleFor, type Reach } from '../../query/reach.ts';
import type { Counted } from '../../query/report-query.ts';
import { isLongEnough, orgsOf, toldApart } from '../../query/rollups.ts';
import { idsIn, standard, type Dialect } from '../../query/dialect.ts';
import type { TellApart } from '../../suppression/small-groups.ts';
import type { Query } from '../connection.ts';
import { columnsOf, rollups, type Rollup } from '../rollups.ts';

const enough = reportLimits.smallestGroup;

/**
 * Telling the apartments of each group apart takes five times as long as counting its rows. So over rows with keys each apartment
 * sets one of 32 bits: as many apartments as there are bits set did something, at least; and never more than there are rows, and
 * one where no two keys differ. Only groups that this does not decide are counted one apartment by one. Enough are always told as
 * the same number: which groups bits decide depends on keys, which are a file's own. They are joined from the side of the few, as no
 * others have rows: of an inner join DuckDB puts all rows into its hash table first, though there be none to look for (half of the time).
 */
const byBits: TellApart = (suppressible, { rows, keys }) => {
  const apartment = `case when ${suppressible} then apartment_key end`;
  const columns = keys.map((_key, index) => `k${index}`);
  const same = (one: string, other: string) =>
    columns.map((column) => `${one}.${column} is not distinct from ${other}.${column}`).join(' and ') || 'true';
  const isUnsure = `bit_count(seen) < ${enough} and lowest < highest and held >= ${enough}`;
  return {
    counts: [
      `bit_or(1::bigint << (${apartment} & 31)) as seen`,
      `min(${apartment}) as lowest`,
      `max(${apartment}) as highest`,
      `count(${apartment}) as held`,
    ],
    tables: `, unsure as materialized (
      select ${columns.join(', ') || '1'} from counted where ${isUnsure}
    ), told as (
      select ${[...columns.map((column) => `unsure.${column}`), 'count(distinct apartment) as apartments'].join(', ')}
      from unsure
      left join (select ${[...keys.map((key, index) => `${key} as k${index}`), `${apartment} as apartment`].join(', ')} from ${rows}) r
        on ${same('r', 'unsure')}
      ${keys.length > 0 ? `group by ${columns.map((column) => `unsure.${column}`).join(', ')}` : 'having count(*) > 0'}
    )`,
    joins: `left join told on ${same('counted', 'told')}`,
    apartments: `case when ${isUnsure} then least(told.apartments, ${enough}) when held = 0 then 0 when bit_count(seen) < ${enough} then 1 else ${enough} end`,
    together: 'coalesce(bit_count(bit_or(seen)), 0)',
  };
};

/**
 * How the projection writes SQL differently: its rows have keys of records (`event-table.ts`), and types by the names that events have for
 * them. Ids are looked up where they are compared, in a table of one row for each record.
 */
export const duckdbDialect: Dialect = {
  ...standard,
  bound: (position, type) => `$${position}::${type}`,
  recordOf: (table) => ({ by: `${table}_key`, ids: `${table}_key` }),
  isOneOf: (column, table, bound) => `${column} in (select key from ${table}_key where id in (${bound.join(', ')}))`,
  recordsIn: (table, text) => `select key from ${table}_key where id in (${idsIn(text)})`,
};

type Period = Pick<ReportRequest, 'from' | 'to'>;

/** The events of the period that a question reaches, in the projection. */
export function eventRows({ scopes, seesWho, small = [] }: Reach, period: Period): Counted {
  const params = new Params(duckdbDialect);
  return {
    tellApart: byBits,
    from: 'card_event',
    where: [...scopes.map((scope) => scopeCondition(scope, params)), periodCondition(period, params)],
    params,
    suppressible: suppressibleFor({ scopes, seesWho }, params),
    small,
  };
}

/** The engine keeps moments in microseconds. */
const bindMoment = (moment: Date, params: Params): string =>
  params.bind(new DuckDBTimestampValue(BigInt(moment.getTime()) * 1000n), 'timestamp');

/** What happened in the period, its end not being in it. */
const periodCondition = ({ from, to }: Period, params: Params): string =>
  `occurred_at >= ${bindMoment(from, params)} and occurred_at < ${bindMoment(to, params)}`;

/**
 * The events of the period that a question reaches, counted in advance as far as that goes: in whole days or months out of a
 * rollup; one by one those of a day or a month that lies in the period only in part, and those that came in since the rollup was
 * last added to. Events that no rollup tells apart as the question does are counted one by one.
 *
 * @param query - what is counted must be asked of the same moment.
 */
export async function countedEvents(query: Query, reach: Reach, request: ReportRequest): Promise<Counted> {
  const asked = toldApart(reach, request);
  const rollup = rollups.find(({ groupings }) => [...asked].every((grouping) => groupings.has(grouping)));
  const parts =
    rollup && isLongEnough(rollup, request)
      ? await findParts(query, rollup.unit, request, orgsOf(reach, request))
      : null;
  if (!rollup || !parts) {
    return eventRows(reach, request);
  }
  const isOpen = await hasOpen(query, parts, request);
  const params = new Params(duckdbDialect);
  return {
    tellApart: byBits,
    from: rollupRows(rollup, parts, isOpen, periodCondition(request, params), params),
    isRolledUp: true,
    where: reach.scopes.map((scope) => scopeCondition(scope, params)),
    params,
    suppressible: suppressibleFor(reach, params),
    small: reach.small ?? [],
  };
}

/** Whether events of a period are in no rollup yet. */
async function hasOpen(query: Query, { epoch }: Parts, period: Period): Promise<boolean> {
  const params = new Params(duckdbDialect);
  const found = await query(
    `select 1 from card_event where ${periodCondition(period, params)} and epoch_number >= ${params.bind(epoch, 'integer')} limit 1`,
    params.values,
  );
  return found.length > 0;
}

/**
 * Days, or months, tell the parts apart; by their moments, events are found without looking at the others. Events of open epochs are
 * named only where there are any, and by the epoch's number: of what is put together with nothing, or with what a query within the
 * query says, the engine keeps no statistics, and without them it makes room for every group that two columns could have (twice the time).
 */
function rollupRows(rollup: Rollup, parts: Parts, isOpen: boolean, inPeriod: string, params: Params): string {
  const [unit, type] = rollup.unit === 'day' ? ['date', 'date'] : ['month', 'integer'];
  const all = (units: readonly string[]) => units.map((each) => params.bind(each, type)).join(', ');
  const columns = columnsOf(rollup).join(', ');
  const one = `select ${columns}, 1 as events, litres from card_event where ${inPeriod}`;
  const epoch = params.bind(parts.epoch, 'integer');
  const split = parts.split.map(({ unit: each, since, until }) => {
    const within = `occurred_at between ${params.bind(since, 'timestamp')} and ${params.bind(until, 'timestamp')}`;
    return `union all ${one} and epoch_number < ${epoch} and ${unit} = ${all([each])} and ${within}`;
  });
  return `(
    select ${columns}, events, litres from ${rollup.table}
    where ${unit} between ${all([parts.first])} and ${all([parts.last])}
      ${parts.excepted.length > 0 ? `and ${unit} not in (${all(parts.excepted)})` : ''}
    ${split.join('\n    ')}
    ${isOpen ? `union all ${one} and epoch_number >= ${epoch}` : ''}) as rolled_up`;
}

/**
 * Which days or months lie in a period, as far as their events go: so nothing has to be known of zones or clocks. Where events were
 * deleted, `active_day` may say more than what is left: then more is counted one by one than had to be.
 *
 * @param query - what else is asked of the same moment fits the answer.
 * @param orgIds - of which nothing but what is there of them is asked; null for all.
 * @returns null if none does as a whole.
 */
async function findParts(query: Query, unit: Rollup['unit'], { from, to }: Period, orgIds: readonly string[] | null) {
  const params = new Params(duckdbDialect);
  const [begin, end] = [bindMoment(from, params), bindMoment(to, params)];
  const chosen = unit === 'day' ? 'date' : 'month';
  const bound = orgIds?.map((id) => params.bind(id, 'uuid'));
  const ofOrgs = bound ? duckdbDialect.isOneOf('org_key', 'org', bound) : 'true';
  const found = await query(
    `with span as (
      select ${chosen} as unit, min(since) as since, max(until) as until from active_day where ${ofOrgs} group by 1
    ), judged as (
      select *, since >= ${begin} and until < ${end} as is_whole, until >= ${begin} and since < ${end} as is_touched from span
    ), whole as (
      select min(unit) as first, max(unit) as last from judged where is_whole
    )
    select (select min(number) from epoch), first::varchar, last::varchar,
      unit::varchar, since::varchar, until::varchar, is_touched, unit between first and last
    from whole left join judged on not is_whole and (is_touched or unit between first and last)`,
    params.values,
  );
  const [epoch, first, last] = found[0] ?? [];
  if (typeof first !== 'string' || typeof last !== 'string') {
    return null;
  }
  const notWhole = found.flatMap(([, , , name, since, until, isTouched, isBetween]) =>
    name === null ? [] : [{ unit: String(name), since: String(since), until: String(until), isTouched, isBetween }],
  );
  return {
    /** The first of the epochs that are open: events from it on are in no rollup. */
    epoch: Number(epoch),
    /** Of what lies in the period as a whole, the first and the last; as text. */
    first,
    last,
    /** What lies between those and not in the period, or not as a whole; hardly ever anything. */
    excepted: notWhole.filter(({ isBetween }) => isBetween).map(({ unit }) => unit),
    /** What lies in the period in part, with the first and the last moment of its events; nothing if it begins and ends with such days. */
    split: notWhole.filter(({ isTouched }) => isTouched),
  };
}

/** What a rollup's events of some orgs are in a period, by the days or months it tells apart. */
type Parts = NonNullable<Awaited<ReturnType<typeof findParts>>>;
