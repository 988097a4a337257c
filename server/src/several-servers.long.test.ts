import { expect, it } from 'vitest';
import { makeDatabase } from './testing/databases.ts';
import { askApi, runServer, tokenOf } from './testing/running-server.fixture.ts';

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
