import { personalGroupings, type ReportGrouping } from '@noa/domain/reporting/report.ts';
import type { ReportRequest } from '@noa/domain/reporting/report-input.ts';
import { groupings } from '../../query/groupings.ts';
import { scopeCondition, suppressibleFor, type Reach } from '../../query/reach.ts';
import type { Counted } from '../../query/report-query.ts';
import { orgsOf, outcome, toldApart, type DeclaredRollup } from '../../query/rollups.ts';
import { cellRollups, cellTable, unitOf } from '../cells/cell-tables.ts';
import { isCounted, isDay, monthOf, type Unit, type Units } from '../cells/units.ts';
import { types } from '../event-columns.ts';
import { eventRows, paramsOf, periodCondition } from './event-rows.ts';

/** Stretches of time in which events are counted one by one; of more, all of the period are. */
const mostStretches = 20;
/** And their days, which stand in the statement. */
const mostDays = 2_000;

const dayMicros = 86_400_000_000;

/**
 * The events of the period that a question reaches, counted in advance as far as that goes: whole months out of the cells of months, whole days of
 * others out of those of days, and one by one those of days that lie in the period only in part, or that are not in cells, as events came to them. A day,
 * or a month, is whole if all of its events lie in the period: so nothing has to be known of zones or clocks.
 *
 * Cells are those that were there when the events were refreshed, whatever is counted meanwhile; they tell of nobody, and are not asked where somebody is known.
 */
export function countedEvents(units: Units, reach: Reach, request: ReportRequest): Counted {
  const asked = [...toldApart(reach, request)];
  const who = asked.filter((name) => personalGroupings.includes(name));
  const rollups = cellRollups.filter((rollup) =>
    asked.every((name) => rollup.groupings.has(name) || who.includes(name)),
  );
  // The first that can answer is the smallest; days of a month that cannot be taken as a whole are, from the next.
  const ofMonths = rollups[0]?.unit === 'month' ? rollups[0] : undefined;
  const ofDays = rollups.find(({ unit }) => unit === 'day');
  const orgIds = orgsOf(reach, request);
  const parts = partsOf(units.list(orgIds ?? undefined), request, {
    ofMonths: ofMonths !== undefined,
    ofDays: ofDays !== undefined,
    ofNobody: who.length > 0,
  });
  const stretches = stretchesOf(parts.events);
  const isLong = stretches.length > mostStretches || parts.events.length > mostDays;
  if (parts.months.length + parts.days.length === 0 || isLong) {
    return eventRows(units.table, reach, request);
  }
  const params = paramsOf();
  const columns = columnsFor(asked, who);
  const ofOrgs = orgIds ? `org_id in (${orgIds.map((id) => `'${id}'`).join(', ')})` : 'true';
  const inPeriod = periodCondition(request, params);
  const selected = [
    ...(ofMonths ? cellsOf(units.table, ofMonths, parts.months, columns, ofOrgs) : []),
    ...(ofDays ? cellsOf(units.table, ofDays, parts.days, columns, ofOrgs) : []),
    ...stretches.map(
      (days) => `select ${columns.map(({ name }) => name).join(', ')}, toUInt64(1) as events, toInt64(litres) as litres
        from ${units.table} where ${inPeriod} and occurred_at between ${momentOf(days, 'since')} and ${momentOf(days, 'until')}
          and (org_id, ${unitOf.day}) in (${days.map(({ orgId, unit }) => `('${orgId}', ${unit})`).join(', ')})`,
    ),
  ];
  return {
    from: `(${selected.join('\n union all ')}) as rolled_up`,
    isRolledUp: true,
    where: reach.scopes.map((scope) => scopeCondition(scope, params)),
    params,
    suppressible: suppressibleFor(reach, params),
    small: reach.small ?? [],
  };
}

interface Column {
  readonly name: string;
  /** What cells have of it, as they tell of nobody. */
  readonly ofCells: string;
}

/** What questions ask of a row. How many events it stands for is unsigned, as what the engine counts itself is: the two do not mix. */
function columnsFor(asked: readonly ReportGrouping[], who: readonly ReportGrouping[]): Column[] {
  const names = new Set(['org_id', ...asked.map((name) => groupings[name].column), ...outcome]);
  const nobody = new Set(who.map((name) => groupings[name].column));
  return [...names].map((name) => ({
    name,
    ofCells: nobody.has(name) ? `cast(null as ${types.id}) as ${name}` : name,
  }));
}

interface Parts {
  /** Out of the cells of months. */
  readonly months: readonly Unit[];
  /** Out of those of days. */
  readonly days: readonly Unit[];
  /** One by one. */
  readonly events: readonly Unit[];
}

function partsOf(
  units: readonly Unit[],
  { from, to }: Pick<ReportRequest, 'from' | 'to'>,
  { ofMonths, ofDays, ofNobody }: { readonly ofMonths: boolean; readonly ofDays: boolean; readonly ofNobody: boolean },
): Parts {
  const [first, end] = [from.getTime() * 1000, to.getTime() * 1000];
  const isWhole = (unit: Unit) => isCounted(unit) && unit.since >= first && unit.until < end && !(ofNobody && unit.who);
  const months = ofMonths ? units.filter((unit) => !isDay(unit) && isWhole(unit)) : [];
  const taken = new Set(months.map(({ orgId, unit }) => `${orgId} ${unit}`));
  const left = units.filter(
    (unit) =>
      isDay(unit) && unit.until >= first && unit.since < end && !taken.has(`${unit.orgId} ${monthOf(unit.unit)}`),
  );
  return {
    months,
    days: left.filter((unit) => ofDays && isWhole(unit)),
    events: left.filter((unit) => !(ofDays && isWhole(unit))),
  };
}

/** Days that are counted one by one, those that lie close together in one stretch: their events are found without looking at others. */
function stretchesOf(days: readonly Unit[]): Unit[][] {
  const stretches: Unit[][] = [];
  let until = -Infinity;
  for (const day of days.toSorted((one, other) => one.since - other.since)) {
    if (day.since > until + dayMicros) {
      stretches.push([]);
    }
    stretches.at(-1)?.push(day);
    until = Math.max(until, day.until);
  }
  return stretches;
}

function cellsOf(
  table: string,
  rollup: DeclaredRollup,
  units: readonly Unit[],
  columns: readonly Column[],
  ofOrgs: string,
): string[] {
  if (units.length === 0) {
    return [];
  }
  const numbers = units.map(({ unit }) => unit);
  const least = numbers.reduce((one, other) => Math.min(one, other));
  const most = numbers.reduce((one, other) => Math.max(one, other));
  const inUnits =
    rollup.unit === 'day' ? `date between ${dayOf(least)} and ${dayOf(most)}` : `month between ${least} and ${most}`;
  return [
    `select ${columns.map(({ ofCells }) => ofCells).join(', ')}, toUInt64(events) as events, litres from ${cellTable(table, rollup)}
      where ${ofOrgs} and ${inUnits} and counting in (${units.map(({ counting }) => counting).join(', ')})`,
  ];
}

const dayOf = (unit: number) => `toDate32('${String(unit).replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')}')`;

/** The first moment of some days' events, or the last. */
function momentOf(days: readonly Unit[], which: 'since' | 'until'): string {
  const choose = which === 'since' ? Math.min : Math.max;
  const micros = days.map((day) => day[which]).reduce((one, other) => choose(one, other));
  return `fromUnixTimestamp64Micro(${micros}, 'UTC')`;
}
