import { describe, expect, it } from 'vitest';
import { signIn, send } from '../../testing/harness.ts';

const root = await signIn(['root']);

const nested = (depth: number) => `{ towerBlock(id: "x") ${'{ org '.repeat(depth)}{ id }${' }'.repeat(depth)} }`;

describe('an operation', () => {
  it.each([
    ['too deep', nested(40)],
    ['too broad', `{ ${Array.from({ length: 40 }, (_, i) => `a${i}: viewer { id }`).join(' ')} }`],
    ['too long', `{ ${'viewer { id } '.repeat(3_000)} }`],
    [
      'too costly',
      '{ entrances(first: 200) { nodes { towerBlock { entrances(first: 200) { nodes { id addrSc } } } } } }',
    ],
  ])('is refused when it is %s', async (_what, source) => {
    expect((await root.run(source)).errors).toMatchObject([{ code: 'LimitExceeded' }]);
  });

  it('is refused when its page sizes come as variables, just the same', async () => {
    const source = `query ($n: Int) {
      entrances(first: $n) { nodes { towerBlock { entrances(first: $n) { nodes { id addrSc } } } } }
    }`;
    expect((await root.run(source, { n: 200 })).errors).toMatchObject([{ code: 'LimitExceeded' }]);
    expect((await root.run(source, { n: 10 })).errors).toBeUndefined();
  });

  /** Two spreads of the next in each, so that the last is spread two to the power of their number. */
  const multiplied = (levels: number, type: string, last: string) =>
    [
      ...Array.from({ length: levels }, (_, i) => `fragment f${i} on ${type} { ...f${i + 1} ...f${i + 1} }`),
      `fragment f${levels} on ${type} { ${last} }`,
    ].join(' ');

  it('costs no time when its fragments multiply', async () => {
    const began = performance.now();

    const { errors } = await root.run(`{ ...f0 } ${multiplied(25, 'Query', 'viewer { id }')}`);

    expect(errors).toMatchObject([{ code: 'LimitExceeded' }]);
    expect(performance.now() - began).toBeLessThan(250);
  });

  // What each walks through is another part of the program. As many levels as end within a minute where one is gone through each time.
  it.each([
    ['in the query', '{ ...f0 }', multiplied(16, 'Query', '__typename')],
    ['in a record', '{ viewer { ...f0 } }', multiplied(45, 'Viewer', '__typename')],
    ['in the records of a list', '{ orgs(first: 1) { nodes { ...f0 } } }', multiplied(16, 'Org', '__typename')],
    ['in a page', '{ orgs(first: 1) { ...f0 } }', multiplied(16, 'OrgConnection', '__typename')],
    ['in the schema', '{ __schema { ...f0 } }', multiplied(26, '__Schema', 'queryType { name }')],
    ['in types', '{ __schema { types { ...f0 } } }', multiplied(26, '__Type', 'name')],
    [
      'in types of types',
      '{ __schema { types { fields { type { ...f0 } } } } }',
      multiplied(26, '__Type', 'ofType { name }'),
    ],
  ])('is answered at once where its fragments multiply and tell little: %s', async (_where, asked, fragments) => {
    const began = performance.now();

    expect((await root.run(`${asked} ${fragments}`)).errors).toBeUndefined();

    expect(performance.now() - began).toBeLessThan(500);
  });

  it('is refused in GraphQL’s own words when it makes no sense', async () => {
    expect((await root.run('{ nothing }')).errors).toMatchObject([
      { code: 'ValidationFailed', message: expect.stringContaining('nothing') },
    ]);
  });
});

describe('a caller without a token', () => {
  it.each([undefined, 'Bearer', 'Bearer oidc~', 'Bearer oidc~nonsense', 'Basic abc'])(
    'gets nowhere with %s',
    async (header) => {
      const { data, errors } = await send(header, '{ viewer { id } }');

      expect(data ?? null).toBeNull();
      expect(errors).toMatchObject([{ code: 'AuthenticationMalformed' }]);
    },
  );
});
