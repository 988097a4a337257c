import { personalGroupings } from '@noa/domain/reporting/report.ts';
import { groupings } from '../../query/groupings.ts';
import { declaredRollups, outcome, type DeclaredRollup } from '../../query/rollups.ts';
import { followsFromDay, typeOf } from '../event-columns.ts';

/**
 * What is counted in advance here. Cells hold nobody: who opened is asked of events, which can be told to forget it. Hours by entrance have
 * hardly fewer cells than there are events, which are read as fast.
 */
export const cellRollups: readonly DeclaredRollup[] = declaredRollups.filter(
  ({ times, records }) =>
    !records.some((record) => personalGroupings.includes(record)) &&
    !(times.includes('hour') && records.includes('entrance')),
);

const columnOf = (name: DeclaredRollup['times'][number]) => groupings[name].column;

/** Columns that tell cells apart: times, the org and other records, and what happened. */
const apart = ({ times, records }: DeclaredRollup) => ({
  times: times.map(columnOf),
  records: records.flatMap((record) => (record === 'org' ? [] : [columnOf(record)])),
});

const byOf = (rollup: DeclaredRollup): string[] => {
  const { times, records } = apart(rollup);
  return ['org_id', ...times, ...records, ...outcome];
};

/** Which unit a row is of, in numbers: 20250531 or 202505. */
export const unitOf = { day: 'toYYYYMMDD(date)', month: 'month' } as const;

const partitionOf = { day: 'toYear(date)', month: 'intDiv(month, 100)' } as const;

/**
 * A table of cells, as it is created. `counting` says which counting of which unit of which org a cell is of: those that the list of units names are
 * the ones that count (`units.ts`). `counted` is when that was.
 */
export const declaredCells = (rollup: DeclaredRollup): { readonly columns: string; readonly tail: string } => ({
  columns: [
    ...byOf(rollup).map((name) => `${name} ${typeOf[name]}`),
    ...rollup.derived.map((name) => {
      const column = columnOf(name);
      const value = rollup.unit === 'day' ? followsFromDay[column] : 'intDiv(month, 100)';
      return `${column} ${typeOf[column]} alias ${value}`;
    }),
    'events Int64',
    'litres Int64',
    'counting UInt64',
    'counted UInt64',
  ].join(', '),
  tail: `partition by ${partitionOf[rollup.unit]} order by (org_id, ${rollup.unit === 'day' ? 'date' : 'month'}, counting)`,
});

/** The columns of a rollup that events have as well. */
export const cellColumns = (rollup: DeclaredRollup): ReadonlySet<string> =>
  new Set([...byOf(rollup), ...rollup.derived.map(columnOf)]);

/** A table beside that of the events, by their names in statements. */
export const besideEvents = (table: string, suffix: string): string => table.replace(/`$/, `_${suffix}\``);

/** What its table is called beside that of the events. */
export const suffixOf = ({ name }: DeclaredRollup): string => `${name}_rollup`;

export const cellTable = (table: string, rollup: DeclaredRollup): string => besideEvents(table, suffixOf(rollup));

/** Of a counting that is known by a text of its own: which of its units it is, as a number that no other counting has. */
export const countingOf = (orgId: string, unit: string, run: string): string =>
  `cityHash64(toString(${orgId}), toUInt32(${unit}), '${run}')`;

/** A finer rollup whose cells can be added up, where there is one. */
export const finerOf = ({ name, times, records }: DeclaredRollup): DeclaredRollup | undefined =>
  cellRollups.find(
    (finer) =>
      finer.name !== name &&
      times.every((time) => finer.groupings.has(time)) &&
      records.every((record) => finer.records.includes(record)),
  );

/** As SQL that is to count what questions count: of an event that came again, the last. */
const asQuestions =
  'settings final = 1, do_not_merge_across_partitions_select_final = 1, max_partitions_per_insert_block = 0';

interface Counting {
  readonly table: string;
  readonly rollup: DeclaredRollup;
  readonly run: string;
  /** When, in microseconds. */
  readonly at: bigint;
  /** Which rows are counted. */
  readonly where: string;
}

const intoCells = ({ table, rollup, run, at }: Counting) => `
  insert into ${cellTable(table, rollup)} (counting, counted, ${byOf(rollup).join(', ')}, events, litres)
  select ${countingOf('org_id', unitOf[rollup.unit], run)}, ${at}`;

/**
 * Counts events into cells. Groups of many ids are told apart by a number of 128 bits made of them, as the engine would put all their texts
 * together for each event (three times as long).
 */
export function countEvents(counting: Counting): string {
  const { times, records } = apart(counting.rollup);
  const number = `xxh3_128(concat(${records.map((id) => `ifNull(${id}, '-')`).join(`, ' ', `)}))`;
  const chosen = ['org_id', ...times, ...records.map((id) => `any(${id})`), ...outcome, 'count()', 'sum(litres)'];
  return `${intoCells(counting)}, ${chosen.join(', ')} from ${counting.table} where ${counting.where}
    group by ${['org_id', ...times, ...(records.length > 0 ? [number] : []), ...outcome].join(', ')} ${asQuestions}`;
}

/** Adds up cells of a finer rollup. */
export function addCells(counting: Counting, finer: DeclaredRollup): string {
  const by = byOf(counting.rollup).join(', ');
  return `${intoCells(counting)}, ${by}, sum(events), sum(litres) from ${cellTable(counting.table, finer)}
    where ${counting.where} group by ${by} settings max_partitions_per_insert_block = 0`;
}
