import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { GraphQLField, GraphQLObjectType } from 'graphql';
import { sql } from 'kysely';
import '../reports/testing/events.ts'; // opens the reports of the test's database
import { schema } from '../schema.ts';
import { asSystem, server, type Answer, type Caller } from '../testing/harness.ts';
import { subscribe } from '../testing/subscribe.ts';
import { expectedMutations } from './expected-mutations.ts';
import { isRoot, outcomeAtHome, outcomeElsewhere, triedBy, type ExpectedOperation } from './expected-operation.ts';
import { expectedQueries } from './expected-queries.ts';
import { expectedSubscriptions } from './expected-subscriptions.ts';
import { expectedTypes } from './expected-types.ts';
import { allOf, into, objectTypes, readersOf, targetOf, waysOf } from './selection.ts';
import { versionsOf } from './versions.fixture.ts';
import { atHome, aWorld, callerLabels, withoutMembership, type CallerLabel, type World } from './world.ts';

type AnyField = GraphQLField<unknown, unknown>;

const rootFields = (type: ReturnType<typeof schema.getQueryType>) => Object.values(type?.getFields() ?? {});
const queryFields = rootFields(schema.getQueryType());
const mutationFields = rootFields(schema.getMutationType());
const subscriptionFields = rootFields(schema.getSubscriptionType());

let home: World;
let abroad: World;
const callers = new Map<CallerLabel, Caller>();
const strangers = new Map<CallerLabel, Caller>();

const callerOf = (group: ReadonlyMap<CallerLabel, Caller>, label: CallerLabel): Caller => {
  const caller = group.get(label);
  if (!caller) {
    throw new Error(`Nobody has signed in as ${label}`);
  }
  return caller;
};

beforeAll(async () => {
  await asSystem((tx) =>
    sql`insert into gis_node (id, kind, name) values ('authorization', 'county', 'Vaslui')`.execute(tx),
  );
  home = await aWorld('Heron');
  abroad = await aWorld('Osprey');
  for (const label of callerLabels) {
    callers.set(label, await atHome(label, home));
    strangers.set(label, await withoutMembership(label));
  }
});

/** Asks for everything of the operation's answer that the caller may read, one step deep. */
function sourceOf(name: string, expected: ExpectedOperation, label: CallerLabel, world: World): string {
  const isMutation = name in expectedMutations;
  const field = (isMutation ? mutationFields : queryFields).find((each) => each.name === name);
  const target = field && targetOf(field);
  const selection = field && target ? into(field, allOf(target, label, isMutation ? 0 : 1)) : '';
  const head = isMutation ? (expected.upload ? 'mutation ($file: Upload!)' : 'mutation') : 'query';
  return `${head} { ${expected.ask(world, label)} ${selection} }`;
}

async function send(caller: Caller, source: string, upload: boolean): Promise<Answer> {
  if (!upload) {
    return caller.run(source);
  }
  const form = new FormData();
  form.set('operations', JSON.stringify({ query: source, variables: { file: null } }));
  form.set('map', JSON.stringify({ 0: ['variables.file'] }));
  form.set('0', new File(['Strada;Bloc\r\nUnirii;A1\r\n'], 'list.csv'));
  const response = await server.fetch('http://noa.test/graphql', {
    method: 'POST',
    headers: { authorization: `Bearer oidc~${caller.token}` },
    body: form,
  });
  const body = (await response.json()) as {
    data: unknown;
    errors?: { message: string; extensions: { code: string } }[];
  };
  return { data: body.data, errors: body.errors?.map(({ message, extensions }) => ({ message, ...extensions })) };
}

/** One word for an answer: the code of its first error, or `answered`. */
const outcomeOf = ({ errors }: Answer): string => errors?.[0]?.code ?? 'answered';

const attempt = (name: string, expected: ExpectedOperation, label: CallerLabel, caller: Caller, world: World) =>
  send(caller, sourceOf(name, expected, label, world), expected.upload === true);

/** Asks for the records of a world one does not belong to: as somebody at home in another, and as one who belongs nowhere. */
async function askFromOutside(name: string, expected: ExpectedOperation, label: CallerLabel, world: World) {
  const foreign = await attempt(name, expected, label, callerOf(callers, label), world);
  const nowhere = await attempt(name, expected, label, callerOf(strangers, label), world);
  expect(outcomeElsewhere(expected, label, false), `abroad: ${JSON.stringify(foreign)}`).toContain(outcomeOf(foreign));
  expect(outcomeElsewhere(expected, label, true), `nowhere: ${JSON.stringify(nowhere)}`).toContain(outcomeOf(nowhere));
  if (!isRoot(label)) {
    expect(JSON.stringify([foreign, nowhere])).not.toContain(world.mark);
  }
}

describe('the table of expectations', () => {
  it('has a line for each query, and none that is gone', () => {
    expect(Object.keys(expectedQueries).toSorted()).toEqual(queryFields.map(({ name }) => name).toSorted());
  });

  it('has a line for each mutation, and none that is gone', () => {
    expect(Object.keys(expectedMutations).toSorted()).toEqual(mutationFields.map(({ name }) => name).toSorted());
  });

  it('has a line for each subscription, and none that is gone', () => {
    expect(Object.keys(expectedSubscriptions).toSorted()).toEqual(
      subscriptionFields.map(({ name }) => name).toSorted(),
    );
  });

  it('has a line for each field of each type, and none that is gone', () => {
    const known = Object.entries(expectedTypes).flatMap(([type, { plain, guarded = {} }]) =>
      [...plain.trim().split(/\s+/), ...Object.keys(guarded)].map((field) => `${type}.${field}`),
    );
    const existing = objectTypes.flatMap((type) =>
      Object.keys(type.getFields()).map((field) => `${type.name}.${field}`),
    );

    expect(known.toSorted()).toEqual(existing.toSorted());
  });

  it('gives a reason for each line', () => {
    const reasons = [
      ...Object.values(expectedQueries),
      ...Object.values(expectedMutations),
      ...Object.values(expectedSubscriptions),
      ...Object.values(expectedTypes),
    ]
      .concat(Object.values(expectedTypes).flatMap(({ guarded = {} }) => Object.values(guarded)) as never)
      .map(({ because }) => because);

    expect(reasons.filter((because) => because.length < 10)).toEqual([]);
  });

  it('lets no field lead to a type that its reader may not hold', () => {
    const edges = objectTypes.flatMap((type) =>
      Object.values(type.getFields()).map((field) => ({ type, field, target: targetOf(field) })),
    );
    const leaks = edges.flatMap(({ type, field, target }) => {
      const readers = Array.from(readersOf(type.name, field.name) ?? '').filter((label) =>
        expectedTypes[type.name]?.who.includes(label),
      );
      const holders = target && expectedTypes[target.name]?.who;
      return holders === undefined
        ? []
        : readers.filter((label) => !holders.includes(label)).map((label) => `${label} by ${type.name}.${field.name}`);
    });

    expect(leaks).toEqual([]);
  });
});

describe.each(callerLabels)('caller %s', (label) => {
  it.each(triedBy(label, expectedQueries))('query %s', async (name, expected) => {
    const own = await attempt(name, expected, label, callerOf(callers, label), home);

    expect(outcomeAtHome(expected, label), `at home: ${JSON.stringify(own.errors)}`).toContain(outcomeOf(own));
    expect(isRoot(label) || !JSON.stringify(own).includes(abroad.mark)).toBe(true);
    await askFromOutside(name, expected, label, abroad);
  });

  it('reads each field of each type as the table says, and reaches no other', async () => {
    const ways = waysOf(label);
    const caller = callerOf(callers, label);
    const unexpected: string[] = [];
    const ask = async ({ name }: GraphQLObjectType, fields: readonly AnyField[]) => {
      const asked = fields.map((field) =>
        targetOf(field) ? `${field.name} ${into(field, '__typename')}` : field.name,
      );
      return outcomeOf(await caller.run(ways.get(name)?.(home, asked.join(' ')) ?? ''));
    };
    for (const type of objectTypes.filter(({ name }) => ways.has(name))) {
      const mayRead = ({ name }: AnyField) => readersOf(type.name, name)?.includes(label) === true;
      const fields = Object.values(type.getFields());
      const allowed = fields.filter(mayRead);
      const areAnswered = allowed.length === 0 || (await ask(type, allowed)) === 'answered';
      for (const field of areAnswered ? fields.filter((each) => !mayRead(each)) : fields) {
        const outcome = await ask(type, [field]);
        if (outcome !== (mayRead(field) ? 'answered' : 'Forbidden')) {
          unexpected.push(
            `${type.name}.${field.name}: ${mayRead(field) ? 'allowed' : 'denied'} by the table, ${outcome}`,
          );
        }
      }
    }

    expect(unexpected).toEqual([]);
    expect([...ways.keys()].filter((name) => !expectedTypes[name]?.who.includes(label))).toEqual([]);
  });
});

describe('what is not for somebody', () => {
  it.each(callerLabels)('is refused to %s, each of it, and changes nothing', async (label) => {
    const before = await versionsOf(home);
    const operations = [...Object.entries(expectedQueries), ...Object.entries(expectedMutations)];
    const outcomes: Record<string, string> = {};
    for (const [name, expected] of operations.filter(([, { who }]) => !who.includes(label))) {
      outcomes[name] = outcomeOf(await attempt(name, expected, label, callerOf(callers, label), home));
    }

    expect(Object.entries(outcomes).filter(([, outcome]) => outcome !== 'Forbidden')).toEqual([]);
    expect(await versionsOf(home)).toEqual(before);
  });
});

describe.each(callerLabels)('watching as %s', (label) => {
  it.each(Object.entries(expectedSubscriptions))('subscription %s', async (_name, { who, ask, happens }) => {
    const watching = await subscribe(callerOf(callers, label), `subscription { ${ask(home, label)} }`);
    const happen = (world: World) => {
      const { by, mutation } = happens(world, label);
      return atHome(by, world).then((caller) => caller.run(`mutation { ${mutation} }`));
    };
    if (!who.includes(label)) {
      await watching.ended;
      expect(watching.answers).toMatchObject([{ errors: [{ code: 'Forbidden' }] }]);
      return;
    }

    await happen(abroad);
    await happen(home);

    await vi.waitFor(() => expect(JSON.stringify(watching.answers)).toContain(home.mark), { timeout: 30_000 });
    expect(watching.answers.every(({ errors }) => errors === undefined)).toBe(true);
    expect(isRoot(label) || !JSON.stringify(watching.answers).includes(abroad.mark)).toBe(true);
    watching.close();
  });
});

describe.each(callerLabels.filter((label) => !isRoot(label)))('writing elsewhere as %s', (label) => {
  it.each(triedBy(label, expectedMutations))('mutation %s', async (name, expected) => {
    const before = await versionsOf(abroad);

    await askFromOutside(name, expected, label, abroad);

    expect(await versionsOf(abroad)).toEqual(before);
  });
});

/** Writing changes the world that is written to: each attempt gets its own. */
describe.each(callerLabels)('writing at home as %s', (label) => {
  it.each(triedBy(label, expectedMutations))('mutation %s', async (name, expected) => {
    const allowed = expected.who.includes(label);
    const world = allowed ? await aWorld('Kestrel') : home;
    const caller = allowed ? await atHome(label, world) : callerOf(callers, label);
    const before = await versionsOf(home);

    const own = await attempt(name, expected, label, caller, world);

    expect(outcomeAtHome(expected, label), JSON.stringify(own)).toContain(outcomeOf(own));
    if (!allowed) {
      expect(await versionsOf(home)).toEqual(before);
    }
  });
});

describe('what belongs to another org', () => {
  it.each(callerLabels.filter((label) => !isRoot(label)))('changes nothing in any answer to %s', async (label) => {
    const caller = callerOf(callers, label);
    const ask = async () => {
      const answers: Record<string, unknown> = {};
      const asked = triedBy(label, expectedQueries).filter(([, { who }]) => who.includes(label));
      for (const [name, expected] of asked) {
        const { data } = await attempt(name, expected, label, caller, home);
        answers[name] = withoutClock(data);
      }
      return answers;
    };
    const before = await ask();

    const noise = await aWorld('Plover');

    const after = await ask();
    expect(after).toEqual(before);
    expect(JSON.stringify(after)).not.toContain(noise.mark);
  });
});

/** What changes with time alone: how fresh a report is, the server's clock, who was seen last. */
const withoutClock = (data: unknown): unknown =>
  JSON.parse(
    JSON.stringify(data, (key, value: unknown) =>
      ['freshAsOf', 'lastSeenAt', 'serverTime'].includes(key) ? undefined : value,
    ),
  );
