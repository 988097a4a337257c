import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDatabase, type TestDatabase } from '../testing/databases.ts';
import { chromium, projectRoot, runJourneys } from '../testing/journey.fixture.ts';
import { runServer, testKey, type RunningServer } from '../testing/running-server.fixture.ts';

const lists = join(projectRoot, '../shared/data/pascani-blocks.csv');
/** Where the pictures of the screens are, to be looked at. */
const pictures = process.env['PICTURES'] ?? join(tmpdir(), 'noa-town');
const gateway = 'lacate-pascani';
const settings = { DEMO: '0', ACCOUNTS: 'embedded' };

let database: TestDatabase;
let server: RunningServer;

beforeAll(async () => {
  database = await makeDatabase('empty');
  server = await runServer(database.url, settings);
});
afterAll(async () => {
  await server.remove();
  await database.drop();
});

/** The secret of a gateway's account, as whoever runs the server gets it. */
async function addGateway(): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/noa.mjs', 'add-gateway', gateway], {
    cwd: projectRoot,
    env: {
      ...process.env,
      ...settings,
      PORT: String(server.instance.port),
      DATA_DIR: server.instance.dataDir,
      DATABASE_URL: database.url,
      DATA_KEY: testKey.toString('hex'),
    },
  });
  return stdout.trim().split('\n').at(-1) ?? '';
}

describe('a town that has its lists as workbooks', () => {
  if (!existsSync(lists)) {
    console.warn(`SKIPPED: the town from its own files, because ${lists} is not there`);
  }
  it.skipIf(!chromium || !existsSync(lists))('has locks that open, from an empty installation on', async () => {
    const link = /http:\/\/\S+\/link\/\S+/.exec(server.said())?.[0] ?? '';
    expect(link).toContain(server.origin);
    await runJourneys('town', server.instance.port, {
      ROOT_LINK: link,
      GATEWAY_ID: gateway,
      GATEWAY_SECRET: await addGateway(),
      PICTURES: pictures,
    });
    process.stdout.write(`The pictures are in ${pictures}\n`);
  });
});
