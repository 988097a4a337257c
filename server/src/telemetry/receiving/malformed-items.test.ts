import { randomUUID } from 'node:crypto';
import { isInputObjectType, isRequiredInputField, type GraphQLInputField } from 'graphql';
import { describe, expect, it } from 'vitest';
import { aCanary } from '../../hostile/hostile-values.fixture.ts';
import { canariesIn, postgresLog } from '../../hostile/logs.fixture.ts';
import { createAnswer } from '../../mqtt/requests.ts';
import { aContainer, anOrg } from '../../testing/factories.ts';
import { api, internalErrors, server, signInGateway } from '../../testing/harness.ts';

const canary = aCanary();
const at = new Date().toISOString();

/** `1e400` in JSON, which is no number of JavaScript's. */
const beyondNumbers = '<1e400>';

/** What no field of a message takes, but for what {@link isTaken} says. */
const hostileValues: readonly unknown[] = [
  `${canary.word}\u0000`,
  `${canary.word}\uD800`,
  `\uDC00${canary.word}`,
  `\u0001${canary.word}`,
  canary.word.padEnd(10_001, 'x'),
  canary.word,
  '',
  'NaN',
  '-Infinity',
  'FULL_USE',
  'constructor',
  '2026-02-30T00:00:00Z',
  '2026-01-31T25:00:00Z',
  '2026-01-31T08:00:00',
  '2026-01-31',
  '+275760-09-14T00:00:00Z',
  '99999-01-01T00:00:00Z',
  0.5,
  beyondNumbers,
  -2_147_483_649,
  2_147_483_648,
  1e20,
  true,
  [],
  [canary.word],
  {},
  { toString: canary.word },
  { a: { b: { c: [[[[canary.word]]]] } } },
];

/** Empty texts stand for no text. */
const isTaken = ({ name }: GraphQLInputField, value: unknown) =>
  value === '' && ['serialNumber', 'listVersion'].includes(name);

/** What can be sent for a field that makes its message malformed; undefined leaves it out. */
const valuesAgainst = (field: GraphQLInputField): readonly unknown[] => [
  ...hostileValues.filter((value) => !isTaken(field, value)),
  ...(isRequiredInputField(field) ? [null, undefined] : []),
];

const kinds = [
  {
    type: 'CardEventInput',
    operation: 'recordCardEvents',
    list: 'events',
    topic: 'card-events',
    message: (containerId: string, eventNumber: number) => ({
      containerId,
      bootNumber: 1,
      eventNumber,
      kind: 'full_use',
      at,
      serialNumber: '04A2B1C3',
      listVersion: '7',
    }),
  },
  {
    type: 'StatusUpdateInput',
    operation: 'recordStatusUpdates',
    list: 'updates',
    topic: 'status-updates',
    message: (containerId: string, updateNumber: number) => ({
      containerId,
      bootNumber: 1,
      updateNumber,
      kind: 'battery_life_pct',
      at,
      value: '80',
      level: 'ok',
    }),
  },
] as const;

type Result = { index: number; outcome: string; field: string | null; reason: string | null };
type Send = (items: readonly unknown[]) => Promise<Result[]>;

const jsonOf = (value: unknown) => JSON.stringify(value).replaceAll(`"${beyondNumbers}"`, '1e400');

/** A container, and both ways by which its gateway sends batches. */
async function aGateway({ type, operation, list, topic }: (typeof kinds)[number]) {
  const { id: org_id } = await anOrg();
  const { id: containerId } = await aContainer({ org_id });
  const clientId = `gateway-${randomUUID()}`;
  const { token } = await signInGateway([org_id], clientId);
  const authorization = `Bearer oidc~${token}`;
  const query = `mutation ($batch: [${type}!]!) {
    ${operation}(${list}: $batch) { results { index outcome field reason } } }`;
  const resultsOf = (text: string): Result[] => {
    const { data, errors } = JSON.parse(text) as { data?: Record<string, { results: Result[] }>; errors?: unknown };
    expect(errors, text.slice(0, 500)).toBeUndefined();
    expect(text).not.toContain(canary.word);
    return data?.[operation]?.results ?? [];
  };
  const answer = createAnswer(api);
  const ways: Readonly<Record<'HTTP' | 'MQTT', Send>> = {
    HTTP: async (batch) => {
      const headers = { 'content-type': 'application/json', authorization };
      const body = jsonOf({ query, variables: { batch } });
      const response = await server.fetch('http://noa.test/graphql', { method: 'POST', headers, body });
      return resultsOf(await response.text());
    },
    MQTT: async (batch) =>
      resultsOf((await answer({ kind: topic, clientId, authorization, payload: jsonOf({ [list]: batch }) })) ?? ''),
  };
  return { containerId, ways };
}

const typeOf = (name: string) => {
  const type = api.schema.getType(name);
  if (!isInputObjectType(type)) {
    throw new Error(`${name} is no input`);
  }
  return type;
};

describe.each(kinds)('$operation', (kind) => {
  const fields = Object.values(typeOf(kind.type).getFields());

  it.each(['HTTP', 'MQTT'] as const)(
    'refuses each malformed value of each field by itself, over %s, and records the others',
    async (way) => {
      const { containerId, ways } = await aGateway(kind);
      const send = ways[way];
      let number = 0;
      for (const field of fields) {
        const good = () => kind.message(containerId, (number += 1));
        const batch = valuesAgainst(field).flatMap((value) => [{ ...good(), [field.name]: value }, good()]);

        for (const expected of ['accepted', 'duplicate']) {
          const results = await send(batch);

          expect(results.map(({ index }) => index)).toEqual(batch.map((_, index) => index));
          for (const { index, outcome, field: told, reason } of results) {
            const about = `${field.name} ${JSON.stringify(batch[index]).slice(0, 300)} ${reason}`;
            expect({ outcome, told }, about).toEqual(
              index % 2 === 0 ? { outcome: 'rejected', told: field.name } : { outcome: expected, told: null },
            );
            expect(reason === null, about).toBe(index % 2 === 1);
          }
        }
      }
    },
  );

  it.each(['HTTP', 'MQTT'] as const)(
    'refuses what is no message by itself wherever it stands, over %s',
    async (way) => {
      const { containerId, ways } = await aGateway(kind);
      let number = 0;
      const good = () => kind.message(containerId, (number += 1));
      const malformed: readonly unknown[] = [
        null,
        canary.word,
        1,
        true,
        [],
        {},
        [canary.word],
        { ...good(), [canary.word]: 1 },
        { ...good(), [`${canary.word}\u0000`]: 1 },
        JSON.parse(`{"__proto__":{"at":"${at}"},"constructor":1}`),
      ];
      for (const [round, bad] of malformed.entries()) {
        const length = [1, 3, 21][round % 3] ?? 1;
        for (const position of new Set([0, Math.floor(length / 2), length - 1])) {
          const batch: unknown[] = Array.from({ length }, good);
          batch[position] = bad;

          const outcomes = (await ways[way](batch)).map(({ outcome }) => outcome);

          expect(outcomes, `${JSON.stringify(bad)} at ${position} of ${length}`).toEqual(
            batch.map((_, index) => (index === position ? 'rejected' : 'accepted')),
          );
        }
      }
    },
  );

  it('takes what a clock without a battery says, and a message by itself for a batch of one', async () => {
    const { containerId, ways } = await aGateway(kind);
    const early = ['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+14:00', '1970-01-01T00:00:00Z', '9999-12-30T00:00:00Z'];

    const batch = early.map((moment, index) => ({ ...kind.message(containerId, index + 1), at: moment }));

    expect((await ways.HTTP(batch)).map(({ outcome }) => outcome)).toEqual(early.map(() => 'accepted'));
    const alone = kind.message(containerId, 9) as unknown as readonly unknown[];
    expect((await ways.HTTP(alone)).map(({ outcome }) => outcome)).toEqual(['accepted']);
  });
});

describe('after all that', () => {
  it('nothing failed in a way that nobody meant, and no log holds anything of it', async () => {
    expect(internalErrors.map(String)).toEqual([]);
    expect(canariesIn((await postgresLog()) ?? '', canary)).toEqual([]);
  });
});
