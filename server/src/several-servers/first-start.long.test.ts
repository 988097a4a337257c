import { rm } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { keyId } from '../database/keys/sealing.ts';
import { makeDatabase } from '../testing/databases.ts';
import { askApi, newInstance, runServer, testKey, tokenOf } from '../testing/running-server.fixture.ts';

it('three that start together on an empty database agree: it is migrated and filled once, and each takes a token of another', async () => {
  const database = await makeDatabase('empty');
  const settings = { DEMO: '1', LOG_LEVEL: 'warn', PUBLIC_URL: 'http://localhost:1' };
  const servers = await Promise.all([1, 2, 3].map(() => runServer(database.url, settings)));
  try {
    const token = await tokenOf(servers[0]?.origin ?? '');
    const query = '{ orgs(first: 10) { totalCount nodes { id name } } }';
    const answers = await Promise.all(servers.map(async ({ origin }) => (await askApi(origin, token, query)).json()));

    expect(answers[0]).toMatchObject({ data: { orgs: { totalCount: 1 } } });
    expect(answers).toEqual(answers.map(() => answers[0] as unknown));
  } finally {
    await Promise.all(servers.map((server) => server.remove()));
    await database.drop();
  }
});

it('a second one with another data key refuses, and names the ids of both keys', async () => {
  const database = await makeDatabase('empty');
  const settings = { DEMO: '0', LOG_LEVEL: 'warn' };
  const first = await runServer(database.url, settings);
  const other = await newInstance();
  try {
    const key = Buffer.alloc(32, 9);
    const second = runServer(database.url, { ...settings, DATA_KEY: key.toString('hex') }, other);

    const [its, theirs] = [key, testKey].map((each) => keyId(each).toString('hex'));
    await expect(second).rejects.toThrow(
      `ended with 1: Noa did not start. The data key is not the one that this database is encrypted with: it has the id ${its}, the database asks for ${theirs}.`,
    );
    expect((await fetch(`${first.origin}/readyz`)).status).toBe(200);
  } finally {
    await first.remove();
    await rm(other.dataDir, { recursive: true, force: true });
    await database.drop();
  }
});
