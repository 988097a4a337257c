import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import '../reports/testing/events.ts'; // opens the reports of the test's database
import { atHome, aWorld, callerLabels, type World } from '../authorization/world.ts';
import { asSystem, internalErrors, type Caller } from '../testing/harness.ts';
import { someOf, isThorough, rounds } from '../testing/rounds.ts';
import { fuzz, isMessageKey, seed } from './fuzz.fixture.ts';
import {
  aCanary,
  hostileDays,
  hostileJson,
  hostileMoments,
  hostileNumbers,
  hostileTexts,
} from './hostile-values.fixture.ts';
import { aLog, canariesIn, postgresLog } from './logs.fixture.ts';

/** Operations for each kind of caller; `hostile.long.test.ts` sends 20,000. */
const perRole = rounds(20, 220);
const canary = aCanary();

let world: World;
let root: Caller;

beforeAll(async () => {
  await asSystem((tx) =>
    sql`insert into gis_node (id, kind, name) values ('authorization', 'county', 'Vaslui')`.execute(tx),
  );
  world = await aWorld('Hostile');
  root = await atHome('R', world);
});

const codesOf = async (source: string, variables: Record<string, unknown>) => {
  const { errors } = await root.run(source, variables);
  for (const message of (errors ?? []).flatMap(({ fields }) => Object.values(fields ?? {}))) {
    expect(message, source.slice(0, 200)).toSatisfy(isMessageKey);
  }
  return errors?.map(({ code, message }) => (code === 'Internal' ? `Internal: ${message}` : code)) ?? [];
};

const usual = ['ValidationFailed', 'NotFound', 'Conflict', 'LimitExceeded', 'Forbidden'];

async function expectRefusals(asks: readonly (readonly [string, Record<string, unknown>])[]): Promise<void> {
  for (const [source, variables] of asks) {
    for (const code of await codesOf(source, variables)) {
      expect(usual, `${source.slice(0, 200)}`).toContain(code);
    }
  }
}

describe('what is typed', () => {
  const texts = hostileTexts(canary);

  it.each(Object.keys(texts))('may be %s', async (name) => {
    const t = texts[name];
    const from = Object.keys(texts).indexOf(name);
    const asks: [string, Record<string, unknown>][] = [
      ['query ($t: String!) { search(text: $t) { id } }', { t }],
      [
        `query ($t: String!) { a: apartments(filter: { q: $t, occupierName: $t }) { totalCount nodes { id } }
          c: cards(filter: { q: $t }) { totalCount nodes { id } } o: orgs(filter: { q: $t }) { totalCount nodes { id } }
          t: towerBlocks(filter: { q: $t, addrStreet: $t }) { totalCount nodes { id } } }`,
        { t },
      ],
      ['query ($t: String!) { apartments(filter: { occupierIdNumber: $t }) { totalCount } }', { t }],
      ['query ($t: String!) { cardEvents(filter: { serialNumber: $t }) { nodes { id } } }', { t }],
      ['query ($t: ID!) { card(id: $t) { id } }', { t }],
      ['query ($t: ID!) { entrances(filter: { orgId: $t }) { nodes { id } } }', { t }],
      ['query ($t: String!) { entrances(after: $t) { nodes { id } } }', { t }],
      ['query ($t: String!, $id: ID!) { history(kind: $t, id: $id) { nodes { rowId } } }', { t, id: world.card.id }],
      ['mutation ($t: String!) { createOrg(input: { name: $t }) { id } }', { t }],
      ['mutation ($t: String!, $org: ID!) { addOrgMember(orgId: $org, email: $t) { id } }', { t, org: world.org.id }],
      [
        `mutation ($t: String!, $id: ID!, $rowId: ID!) { updateApartment(id: $id, rowId: $rowId,
          input: { occupierName: $t, occupierIdNumber: $t }) { id } }`,
        { t, id: world.apartment.id, rowId: world.apartment.row_id },
      ],
      ['mutation ($t: String!) { createSavedView(input: { kind: $t, name: $t, search: $t }) { id } }', { t }],
      ['mutation ($t: JSON!, $id: ID!) { mapImport(id: $id, mapping: $t) { id } }', { t, id: world.importJobId }],
      [`{ search(text: ${JSON.stringify(t)}) { id } }`, {}],
    ];
    // At every fourth place, where the next three texts are not.
    await expectRefusals(asks.filter((_ask, nth) => isThorough || (from + nth) % 4 === 0));
  });

  it('is refused by its field when it cannot be kept', async () => {
    const { errors } = await root.run('mutation ($input: CreateOrgInput!) { createOrg(input: $input) { id } }', {
      input: { name: `Primăria\u0000`, addr: 'Str. Unirii' },
    });

    expect(errors).toEqual([
      expect.objectContaining({ code: 'ValidationFailed', fields: { name: 'form.badCharacter' } }),
    ]);
  });
});

describe('a moment', () => {
  it.each(Object.keys(hostileMoments))('may be %s', async (name) => {
    const at = hostileMoments[name];
    await expectRefusals([
      ['query ($at: DateTime) { containers(asOf: $at) { nodes { id } totalCount } }', { at }],
      ['query ($at: DateTime) { containers(filter: { updatedAt: { from: $at, to: $at } }) { totalCount } }', { at }],
      ['query ($at: DateTime) { cardEvents(filter: { from: $at, to: $at }) { totalCount } }', { at }],
      [
        `query ($from: DateTime!, $to: DateTime!) {
          report(name: "usage", input: { from: $from, to: $to, groupBy: [month], metrics: [event_count] }) { rowCount } }`,
        { from: at, to: at },
      ],
      [
        `mutation ($at: DateTime!, $id: ID!) { recordCardEvents(events: [{ containerId: $id, eventNumber: 9,
          kind: access_denied, at: $at, serialNumber: "AABBCCDD" }]) { results { outcome } } }`,
        { at, id: world.container.id },
      ],
    ]);
  });
});

describe('a value of a report’s filter', () => {
  const values = [undefined, undefined, ...hostileJson(canary), ...Object.values(hostileDays)]; // for each half of the fields
  const operators = ['eq', 'in', 'gte'];
  const fields = ['entrance', 'date', 'month', 'week', 'hour', 'event_kind', 'event_count'];

  it.each(fields)('may be anything, for %s', async (field) => {
    const from = fields.indexOf(field);
    await expectRefusals(
      // Each value for every second field, with one operator.
      [...values.entries()]
        .filter(([nth]) => isThorough || (nth + from) % 2 === 0)
        .flatMap(([nth, value]) =>
          someOf(operators, nth + from).map((operator): [string, Record<string, unknown>] => [
            `query ($filters: [ReportFilter!]) { report(name: "usage", input: { from: "2026-11-01T00:00:00Z",
            to: "2026-11-02T00:00:00Z", groupBy: [entrance], metrics: [event_count], filters: $filters }) { rowCount } }`,
            { filters: [{ field, operator, value: operator === 'in' && !Array.isArray(value) ? [value] : value }] },
          ]),
        ),
    );
  });
});

it('a number may be anything', async () => {
  await expectRefusals(
    hostileNumbers.flatMap((n): [string, Record<string, unknown>][] => [
      ['query ($n: Int) { cards(first: $n) { nodes { id } } }', { n }],
      ['query ($n: Int) { cards(last: $n) { nodes { id } } }', { n }],
      ['query ($n: Int!) { search(text: "a", first: $n) { id } }', { n }],
      [
        'query ($n: Int!, $id: ID!) { cardsToSync(containerId: $id, first: $n) { version } }',
        { n, id: world.container.id },
      ],
      [
        `mutation ($n: Int!, $id: ID!) { recordCardEvents(events: [{ containerId: $id, eventNumber: $n, bootNumber: $n,
          kind: access_denied, at: "2026-11-01T00:00:00Z" }]) { results { outcome } } }`,
        { n, id: world.container.id },
      ],
      [
        `mutation ($n: Float, $id: ID!, $rowId: ID!) {
          updateContainer(id: $id, rowId: $rowId, input: { lat: $n, lng: $n }) { id } }`,
        { n, id: world.container.id, rowId: world.container.row_id },
      ],
      [
        `mutation ($n: Int, $id: ID!, $rowId: ID!) {
          updateContainer(id: $id, rowId: $rowId, input: { sizeLitres: $n, cardCapacity: $n }) { id } }`,
        { n, id: world.container.id, rowId: world.container.row_id },
      ],
    ]),
  );
});

describe('a document', () => {
  const deep = (open: string, close: string, times: number) => `${open.repeat(times)}${close.repeat(times)}`;
  const documents: Readonly<Record<string, string>> = {
    'lists 2,900 deep': `{ search(text: ${deep('[', ']', 2_900)}) { id } }`,
    'lists 5,900 deep that do not end': `{ search(text: ${'['.repeat(5_900)}`,
    'objects 1,400 deep': `{ createOrg(input: ${'{ a: '.repeat(1_400)}1${' }'.repeat(1_400)}) { id } }`,
    'selections 2,900 deep': deep('{ a ', '}', 2_900),
    'a variable of lists 2,900 deep': `query ($a: ${deep('[', ']', 2_900)}) { viewer { id } }`,
    nothing: '',
    'a null character': '\u0000',
    'half a string': '{ search(text: "',
    'half a surrogate pair': '{ search(text: "\uD800") { id } }',
    'half an escape': '{ search(text: "\\u12") { id } }',
    'a fragment that contains itself': 'query { ...a } fragment a on Query { ...a }',
    'fragments that contain each other': 'query { ...a } fragment a on Query { ...b } fragment b on Query { ...a }',
    'two operations': 'query a { viewer { id } } query b { viewer { id } }',
    'a directive that is not': '{ viewer @nothing { id } }',
    'an infinite number': '{ containers(filter: { q: 1e999 }) { totalCount } }',
  };

  it.each(Object.keys(documents))('may be %s', async (name) => {
    const { errors } = await root.run(documents[name] ?? '');

    expect(errors?.map(({ code }) => code)).not.toContain('Internal');
    expect(errors?.length).toBeGreaterThan(0);
  });
});

describe(`operations made from the schema (TEST_SEED=${seed})`, () => {
  let answeredInAll = 0;

  it.each(callerLabels)('are never answered with Internal, asked by %s', async (label) => {
    const { broken, answered } = await fuzz(label, perRole, seed, canary);

    expect(broken.map(({ operation }) => operation).slice(0, 3)).toEqual([]);
    answeredInAll += answered;
  });

  it('are not all refused', () => {
    expect(answeredInAll).toBeGreaterThan((callerLabels.length * perRole) / 20);
  });
});

describe('after all that', () => {
  it('nothing failed in a way that nobody meant', () => {
    expect(internalErrors.map(String)).toEqual([]);
  });

  it('no log holds anything of it', async () => {
    const { logger, text } = aLog();
    internalErrors.forEach((err) => logger.error({ err }, 'Internal error'));

    expect(canariesIn(text(), canary)).toEqual([]);
    expect(canariesIn((await postgresLog()) ?? '', canary)).toEqual([]);
  });
});
