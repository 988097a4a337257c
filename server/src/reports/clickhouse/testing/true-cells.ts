import { expect } from 'vitest';
import { cellColumns, cellRollups, cellTable, unitOf } from '../cells/cell-tables.ts';
import { isCounted, isDay, monthOf } from '../cells/units.ts';
import type { ClickHouseEngine } from '../clickhouse-engine.ts';

const lines = (rows: readonly unknown[][]) => rows.map((row) => JSON.stringify(row)).toSorted();

/**
 * Expects what a server knows of cells to be true: each day that is counted has in its cells what its events are, and so has each month;
 * each event lies in a day that is known, within its moments, and no day is counted that has none.
 *
 * @returns how many days and months are counted.
 */
export async function expectTrueCells(engine: ClickHouseEngine): Promise<number> {
  await engine.refresh();
  const { units } = engine;
  const counted = units.list().filter(isCounted);
  for (const rollup of cellRollups) {
    const ofUnit = counted.filter((unit) => isDay(unit) === (rollup.unit === 'day'));
    const by = [...cellColumns(rollup)].join(', ');
    const cells = await engine.rows(
      `select ${by}, sum(events), sum(litres) from ${cellTable(units.table, rollup)}
      where has([${ofUnit.map(({ counting }) => `${counting}::UInt64`).join(', ')}], counting) group by ${by}`,
    );
    const pairs = ofUnit.map(({ orgId, unit }) => `('${orgId}', ${unit})`);
    const events = await engine.rows(
      `select ${by}, count(), sum(litres) from ${units.table} where (org_id, ${unitOf[rollup.unit]}) in (${["('', 0)", ...pairs].join(', ')}) group by ${by}`,
    );
    expect(lines(cells), rollup.name).toEqual(lines(events));
  }
  const days = await engine.rows(
    `select org_id, ${unitOf.day}, toUnixTimestamp64Micro(min(occurred_at)), toUnixTimestamp64Micro(max(occurred_at)),
      max(card_id is not null or apartment_id is not null) from ${units.table} group by 1, 2`,
  );
  const inDays = new Set(days.map(([orgId, day]) => `${String(orgId)} ${Number(day)}`));
  expect(counted.filter((unit) => isDay(unit) && !inDays.has(`${unit.orgId} ${unit.unit}`))).toEqual([]);
  for (const [orgId, day, since, until, who] of days) {
    for (const number of [Number(day), monthOf(Number(day))]) {
      const unit = units.find(String(orgId), number);
      expect(unit, `${String(orgId)} ${number}`).toBeDefined();
      expect(unit?.since).toBeLessThanOrEqual(Number(since));
      expect(unit?.until).toBeGreaterThanOrEqual(Number(until));
      expect(unit?.who || Number(who) === 0).toBe(true);
    }
  }
  return counted.length;
}
