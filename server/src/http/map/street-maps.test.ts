import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, open, readdir, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import pino from 'pino';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { streetMapLayers } from '@noa/domain/map/street-map.ts';
import { audience, issuer, keys, token } from '../../identity/token.fixture.ts';
import { createTokenVerifier } from '../../identity/token.ts';
import { aMap, aTile } from '../../registry/street-map/map.fixture.ts';
import { uploadMap } from '../../registry/street-map/send-part.fixture.ts';
import { asSystem, db, notifications, signIn } from '../../testing/harness.ts';
import { aConsoleFolder, httpOptions } from '../http.fixture.ts';
import { createHttp } from '../server.ts';
import { StreetMaps } from './street-maps.ts';

const root = await signIn(['root']);
const consoleFolder = await aConsoleFolder();
const headers = { authorization: `bearer oidc~${token()}` };

/** Another file each time, of so many bytes and a few more. */
const anotherMap = (bytes: number) =>
  aMap({
    tiles: [1, 2].map(() => gzipSync(aTile(streetMapLayers, { padding: randomBytes(bytes / 2) }), { level: 0 })),
  });
const urlOf = (file: Buffer) => `/map/${createHash('sha256').update(file).digest('hex').slice(0, 20)}.pmtiles`;

const folders: string[] = [];
const running: (() => Promise<void>)[] = [];
afterEach(async () => {
  await root.run('mutation { removeMapFile { maxBytes } }');
  await Promise.all(running.splice(0).map((stop) => stop()));
});

/** A server of this database with a disk of its own. */
async function aServer(dataDir?: string) {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'noa-maps-')));
  folders.push(folder);
  const log = pino({ level: 'silent' });
  const maps = new StreetMaps({
    ground: null,
    takesUploads: true,
    db,
    notifications,
    dataDir: folder,
    log,
    lookAgainMs: 50,
  });
  await maps.start();
  const verifyToken = createTokenVerifier({ issuer, audience, keys });
  const app = createHttp(httpOptions({ consoleFolder, map: { maps, verifyToken } }));
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  running.push(async () => {
    await app.close();
    await maps.close();
  });
  return {
    folder,
    origin,
    config: async () => (await (await fetch(`${origin}/config.json`)).json()) as { mapFileUrl: string | null },
    part: async (url: string, range = 'bytes=0-126') => {
      const answer = await fetch(`${origin}${url}`, { headers: { ...headers, range } });
      return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()) };
    },
  };
}

describe('the map of a server', () => {
  it('is another from the moment at which another is uploaded, at each server, from its own disk', async () => {
    const [one, two] = [await aServer(), await aServer()];
    expect((await one.config()).mapFileUrl).toBeNull();
    const [first, second] = [anotherMap(2_000_000), anotherMap(2_000_000)];

    for (const file of [first, second]) {
      await uploadMap(root, file);
      for (const server of [two, one]) {
        const { status, body } = await server.part(urlOf(file), `bytes=1900000-1900999`);
        expect([status, body.equals(file.subarray(1_900_000, 1_901_000))]).toEqual([206, true]);
        expect((await server.config()).mapFileUrl).toBe(urlOf(file));
      }
    }

    for (const { folder } of [one, two]) {
      const names = await readdir(join(folder, 'map'));
      expect(names).toHaveLength(1);
      expect((await readFile(join(folder, 'map', names[0] ?? ''))).equals(second)).toBe(true);
    }
  });

  it('stays whole for who reads it while others are put in its place, whoever leaves meanwhile', async () => {
    const server = await aServer();
    // The first is more than what sockets hold for a reader that is slow.
    const files = [anotherMap(6_000_000), anotherMap(1_000_000), anotherMap(1_000_000)];
    const wrong: string[] = [];
    let read = 0;
    let swapping = true;
    await uploadMap(root, files[0] ?? Buffer.alloc(0));
    const url = urlOf(files[0] ?? Buffer.alloc(0));

    /** Reads slowly what was the map when it began. */
    const slow = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
      request(`${server.origin}${url}`, { headers }, (answer) => {
        answer.pause();
        resolve(answer);
      })
        .on('error', reject)
        .end();
    });
    const readers = Array.from({ length: 3 }, async () => {
      while (swapping) {
        const { mapFileUrl } = await server.config();
        const file = files.find((each) => urlOf(each) === mapFileUrl);
        const first = Math.floor(Math.random() * 900_000);
        const { status, body } = await server.part(mapFileUrl ?? '', `bytes=${first}-${first + 70_000}`);
        read += 1;
        await delay(15);
        if (status !== 206 || !file?.subarray(first, first + 70_001).equals(body)) {
          wrong.push(`${mapFileUrl} ${first}: ${status}, ${body.length} bytes`);
        }
      }
    });
    const leavers = Array.from({ length: 2 }, async () => {
      while (swapping) {
        const { mapFileUrl } = await server.config();
        const asking = request(`${server.origin}${mapFileUrl}`, { headers, agent: false });
        asking.on('error', () => undefined);
        asking.end();
        await Promise.race([once(asking, 'response'), delay(50)]);
        asking.destroy();
        const other = await open(join(server.folder, `other-${Math.random()}`), 'w+');
        await other.write('of somebody else');
        await other.close();
        await delay(15);
      }
    });
    for (const file of files.slice(1)) {
      expect((await uploadMap(root, file)).errors).toBeUndefined();
      await vi.waitFor(async () => expect((await server.config()).mapFileUrl).toBe(urlOf(file)), { timeout: 20_000 });
    }
    swapping = false;
    await Promise.all([...readers, ...leavers]);

    expect(wrong).toEqual([]);
    expect(read).toBeGreaterThan(20);
    expect((await buffer(slow)).equals(files[0] ?? Buffer.alloc(0))).toBe(true);
  });

  it('is served on to maps that are open, until it is replaced twice', async () => {
    const server = await aServer();
    const files = [anotherMap(1_000), anotherMap(1_000), anotherMap(1_000)];
    const statuses = async () => Promise.all(files.map(async (file) => (await server.part(urlOf(file))).status));

    for (const [file, expected] of [
      [files[0], [206, 404, 404]],
      [files[1], [206, 206, 404]],
      [files[2], [404, 206, 206]],
    ] as const) {
      await uploadMap(root, file ?? Buffer.alloc(0));
      await vi.waitFor(async () => expect(await statuses()).toEqual(expected), { timeout: 20_000 });
    }
  });

  it('comes from the database when the server starts, whatever lies on its disk, and is gone when it is removed', async () => {
    const file = anotherMap(1_000);
    await uploadMap(root, file);
    const before = await aServer();
    await (await open(join(before.folder, 'map', `${'0'.repeat(64)}.pmtiles.new`), 'w')).close();
    // Where an operator may keep what MAP_FILE named once.
    await mkdir(join(before.folder, 'map', 'old'));
    await (await open(join(before.folder, 'map', 'town.pmtiles'), 'w')).close();

    const again = await aServer(before.folder);
    expect((await again.config()).mapFileUrl).toBe(urlOf(file));
    const theirs = ['old', 'town.pmtiles'];
    expect((await readdir(join(before.folder, 'map'))).filter((name) => !theirs.includes(name))).toHaveLength(1);

    await root.run('mutation { removeMapFile { maxBytes } }');
    await vi.waitFor(async () => expect((await again.config()).mapFileUrl).toBeNull(), { timeout: 20_000 });
    await vi.waitFor(
      async () => expect((await readdir(join(before.folder, 'map'))).toSorted()).toEqual(theirs.toSorted()),
      { timeout: 20_000 },
    );
  });

  it('takes away what somebody began to send a day ago, and leaves what is being sent', async () => {
    const begun = (name: string, hours: number) =>
      asSystem(async (tx) => {
        const startedAt = new Date(Date.now() - hours * 3_600_000);
        const file = tx.insertInto('map_file').values({ name, bytes: 10, started_at: startedAt });
        const { id } = await file.returning('id').executeTakeFirstOrThrow();
        await tx
          .insertInto('map_file_part')
          .values({ file_id: id, number: 0, content: Buffer.alloc(10) })
          .execute();
        return id;
      });
    const [left, sent] = [await begun('left', 25), await begun('sent', 23)];

    await aServer();

    const parts = await asSystem((tx) =>
      tx.selectFrom('map_file_part').select('file_id').where('file_id', 'in', [left, sent]).execute(),
    );
    expect(parts).toEqual([{ file_id: sent }]);
    await asSystem((tx) => tx.deleteFrom('map_file').where('id', '=', sent).execute());
  });

  it('stays as it was where what lies in the database is not what was looked through', async () => {
    const server = await aServer();
    const [good, bad] = [anotherMap(1_000), anotherMap(1_000)];
    await uploadMap(root, good);
    await vi.waitFor(async () => expect((await server.config()).mapFileUrl).toBe(urlOf(good)), { timeout: 20_000 });

    await asSystem((tx) =>
      tx
        .updateTable('map_file')
        .set({ digest: '0'.repeat(64) })
        .execute(),
    );
    expect((await server.part(`/map/${'0'.repeat(20)}.pmtiles`)).status).toBe(404);
    expect((await server.part(urlOf(bad))).status).toBe(404);

    expect((await server.part(urlOf(good))).body.equals(good.subarray(0, 127))).toBe(true);
    // Half a copy would keep a disk full on which there was no room for it.
    expect(await readdir(join(server.folder, 'map'))).toHaveLength(1);
  });
});

afterAll(async () => {
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
});
