import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import { anOrg } from '../../testing/factories.ts';
import { appUrl } from '../../testing/harness.ts';
import { rounds } from '../../testing/rounds.ts';
import { dataDir, givenEvents } from '../testing/events.ts';
import { Connection, openFile } from './connection.ts';
import { EventStore } from './event-store.ts';
import { Projection } from './projection.ts';

const org = await anOrg();
const folder = `${dataDir}/closing`;
const log = { info: () => undefined, warn: () => undefined };
const projection = new Projection({ databaseUrl: appUrl, dataDir: folder, log, epochEvents: 10 });
afterAll(() => projection.close());

const few = rounds(3, 8);

const giveMany = () =>
  givenEvents(Array.from({ length: 2_000 }, () => ({ org_id: org.id, card_id: crypto.randomUUID() })));

it('a file that is epoch_number away while events come into its rollups, and reports are asked, is left when nothing of it runs', async () => {
  await giveMany();
  for (let round = 0; round < few; round += 1) {
    await projection.refresh(); // after which they come into the rollups
    const asked = Array.from({ length: 6 }, () =>
      projection.query('select count(*)::integer from card_event a join card_event b on a.id <> b.id', []),
    );
    const coming = givenEvents([{ org_id: org.id }]).then(() => projection.refresh());
    await rm(join(folder, 'projection', 'events.duckdb'), { force: true });
    await Promise.all([coming, projection.refresh(), ...asked]);
  }
  const [row] = await projection.query('select count(*)::integer from card_event', []);
  expect(row).toEqual([2_000 + few]);
});

it('no file is opened while something is still written to one that was left', async () => {
  await projection.refresh();
  const happened: string[] = [];
  const open = EventStore.open.bind(EventStore);
  const close = Reflect.get(Connection.prototype, 'close');
  vi.spyOn(Connection.prototype, 'close').mockImplementation(async function slowly(this: Connection) {
    await delay(500);
    await close.call(this);
    happened.push('left');
  });
  vi.spyOn(EventStore, 'open').mockImplementation(async (...given) => {
    happened.push('opened');
    return open(...given);
  });
  onTestFinished(() => void vi.restoreAllMocks());
  await rm(join(folder, 'projection', 'events.duckdb'));

  await projection.refresh();

  expect(new Set(happened.slice(0, -1))).toEqual(new Set(['left'])); // each of its connections
  expect(happened.at(-1)).toBe('opened');
});

it('two files that are open at once have no place in common for what memory has no room for', async () => {
  await projection.refresh(); // which makes the folder
  const files = await Promise.all(['one', 'other'].map((name) => openFile(join(folder, 'projection', name))));
  onTestFinished(async () => void (await Promise.all(files.map((file) => file.close()))));
  const folders = await Promise.all(files.map(({ writer }) => writer.rows(`select current_setting('temp_directory')`)));

  expect(folders[0]).not.toEqual(folders[1]);
});

it('a connection that is closed while it is asked and interrupted answers what it was asked before, and refuses the rest', async () => {
  for (let round = 0; round < rounds(28, 100); round += 1) {
    const instance = await DuckDBInstance.create(':memory:', { threads: '2' });
    const connection = await Connection.open(instance);
    const pieces = connection.pieces('select * from range(1000000)');
    const asked = [
      connection.run('create table number as select * from range(100000) as number(id)'),
      connection.rows('select count(*)::integer from range(10000000), range($1)', [round % 3]),
      connection.rows('select count(*) from range($1::bigint)', [1_000_000]),
      pieces.next(),
      pieces.next(),
      connection.inTransaction(async () => void (await connection.run('drop table number'))),
    ].map((answer) => Promise.resolve(answer).catch((cause: unknown) => String(cause)));
    await new Promise((resolve) => setTimeout(resolve, round % 7));
    const stop = round % 2 === 0 ? connection.interrupt(AbortSignal.abort()) : undefined;
    await connection.close();
    stop?.();
    instance.closeSync();

    await Promise.all(asked);
    await expect(connection.rows('select 1')).rejects.toThrow('closed');
  }
});
