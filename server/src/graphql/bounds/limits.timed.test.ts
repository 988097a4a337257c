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

  it('costs no time when its fragments multiply', async () => {
    const levels = Array.from({ length: 25 }, (_, i) => `fragment f${i} on Query { ...f${i + 1} ...f${i + 1} }`);
    const began = performance.now();

    const { errors } = await root.run(`{ ...f0 } ${levels.join(' ')} fragment f25 on Query { viewer { id } }`);

    expect(errors).toMatchObject([{ code: 'LimitExceeded' }]);
    expect(performance.now() - began).toBeLessThan(250);
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
