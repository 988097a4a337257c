import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { openEpoch, rollups, rollUpEpochs } from '../../server/src/reports/projection/rollups.ts';

/** Days by which each further copy of the year is moved, round the year: other days are combined with each place. */
const apart = 11;

/**
 * Puts every event of a projection into it so many times in all, moved by days within the year. PostgreSQL knows nothing of it:
 * it is for asking reports over more events than a small machine's PostgreSQL has room for. While no server has the file.
 */
export async function multiplyEvents(dataDir: string, times: number, say: (line: string) => void): Promise<void> {
  const began = performance.now();
  const instance = await DuckDBInstance.create(join(dataDir, 'projection', 'events.duckdb'), {
    threads: '2',
    memory_limit: '4GB',
    temp_directory: join(dataDir, 'projection', 'spill'),
  });
  const connection = await instance.connect();
  try {
    // Numbers below nought: those of events that come in later go on from the last.
    await connection.run('create temp table most as select max(id) as id from card_event');
    for (let copy = 1; copy < times; copy += 1) {
      await connection.run(movedBy(copy * apart, copy));
      await connection.run('checkpoint');
      say(`  ${copy + 1} times the events, after ${((performance.now() - began) / 1000).toFixed(0)} s`);
    }
    for (const { table } of rollups) {
      await connection.run(`delete from ${table}`);
    }
    const [[epochs] = []] = (await connection.runAndReadAll('select min(number) from epoch')).getRowsJS();
    await connection.run('delete from epoch');
    await connection.run('insert into epoch values (0)');
    for (let epoch = 0; epoch < Math.max(Number(epochs), 1); epoch += 1) {
      for (const statement of [openEpoch, rollUpEpochs]) {
        await connection.run(statement);
      }
    }
    await connection.run('checkpoint');
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
  say(`The projection holds them ${times} times, after ${((performance.now() - began) / 1000).toFixed(0)} s.`);
}

/** Whether clocks in Romania are an hour ahead on a date; they change on the last Sundays of March and October. */
const isSummer = (date: string): string => {
  const lastSunday = (month: number) =>
    `make_date(year(${date}), ${month}, 31) - dayofweek(make_date(year(${date}), ${month}, 31))::integer`;
  return `(${date} between ${lastSunday(3)} and ${lastSunday(10)} - 1)::integer`;
};

/** At the same hour of another day: an event of the night must not come into another month by the clocks. */
function movedBy(days: number, copy: number): string {
  const shift = `(case when dayofyear(c.date) + ${days} > 365 then ${days} - 365 else ${days} end)`;
  const date = `(c.date + ${shift})`;
  return `
    insert into card_event
    select c.* replace (
      c.id - ${copy} * most.id as id, 
      c.occurred_at + ${shift} * interval '1 day' + (${isSummer('c.date')} - ${isSummer(date)}) * interval '1 hour' as occurred_at, ${date} as date,
      day(${date}) as day_of_month, isodow(${date}) as day_of_week, dayofyear(${date}) as day_of_year,
      isoyear(${date}) * 100 + week(${date}) as week, year(${date}) * 100 + month(${date}) as month, year(${date}) as year)
    from card_event c, most where c.id > 0 order by c.org_key, c.occurred_at`;
}
