import { beforeEach, describe, expect, it, vi } from 'vitest';
import { api, signIn } from '../../testing/harness.ts';
import { logRefusals, type Refused } from './refusals.ts';
import { createGraphqlServer } from './server.ts';

const told: Refused[] = [];
const server = createGraphqlServer({ ...api, reportRefusal: (refused) => told.push(refused) });

async function ask(query: string, token: string): Promise<void> {
  await server.fetch(
    'http://noa.test/graphql',
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer oidc~${token}` },
      body: JSON.stringify({ query }),
    },
    { clientNetwork: '192.0.2.7' },
  );
}

beforeEach(() => {
  told.length = 0;
});

describe('who is refused', () => {
  it('is told to the log by their account and by what they asked for, in words of the schema', async () => {
    const reporter = await signIn(['local_reporter']);

    await ask('mutation { anAlias: createOrg(input: { name: "Cineva" }) { id } }', reporter.token);

    expect(told).toEqual([
      { code: 'Forbidden', fields: ['createOrg'], caller: expect.any(String), network: '192.0.2.7' },
    ]);
  });

  it('is told without a name when their token is not good', async () => {
    await ask('{ viewer { id } }', 'x.y.z');

    expect(told).toEqual([{ code: 'AuthenticationMalformed', fields: [], caller: null, network: '192.0.2.7' }]);
  });

  it('is not told of for what they typed, nor whoever is served', async () => {
    const root = await signIn(['root']);

    await ask('{ orgs(first: 1) { nodes { id } } nothing }', root.token);
    await ask('mutation { createOrg(input: { name: "" }) { id } }', root.token);
    await ask('{ orgs(first: 1) { nodes { id } } }', root.token);

    expect(told).toEqual([]);
  });
});

it('no flood of refusals fills the log: what is more than so many a minute is counted', () => {
  vi.useFakeTimers();
  try {
    const warn = vi.fn();
    const report = logRefusals({ warn }, 2);
    const refused: Refused = { code: 'Forbidden', fields: ['orgs'], caller: 'a', network: null };
    for (let time = 0; time < 5; time += 1) {
      report(refused);
    }
    expect(warn.mock.calls).toEqual([
      [{ refused }, 'Refused'],
      [{ refused }, 'Refused'],
    ]);

    vi.advanceTimersByTime(60_000);
    report(refused);
    expect(warn.mock.calls.slice(2)).toEqual([
      [{ refusals: 3 }, expect.any(String)],
      [{ refused }, 'Refused'],
    ]);
  } finally {
    vi.useRealTimers();
  }
});
