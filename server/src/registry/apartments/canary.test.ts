import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { maskIdNumber } from '@noa/domain/codes/id-number.ts';
import '../../reports/testing/events.ts'; // opens the reports of the test's database
import { aManager, anApartment, anEntrance, anOrg } from '../../testing/factories.ts';
import { asSystem, internalErrors, signIn, type Answer, type Caller } from '../../testing/harness.ts';

/** A number that nobody has: wherever it turns up, it has leaked. */
const canary = '2960229410017';

const Update = /* GraphQL */ `
  mutation ($id: ID!, $rowId: ID!, $input: UpdateApartmentInput!) {
    updateApartment(id: $id, rowId: $rowId, input: $input) {
      id
      rowId
      occupierIdNumber
    }
  }
`;

let root: Caller;
let implementer: Caller;
let keeper: Caller;
let entranceId: string;
let apartment: { id: string; rowId: string };

beforeAll(async () => {
  const org = await anOrg();
  const manager = await aManager({ org_id: org.id });
  entranceId = (await anEntrance({ org_id: org.id, manager_id: manager.id })).id;
  const { id, row_id } = await anApartment({ org_id: org.id, entrance_id: entranceId });
  root = await signIn(['root']);
  implementer = await signIn(['local_implementer'], { orgIds: [org.id] });
  keeper = await signIn(['manager'], { managers: [manager] });
  const input = { occupierKind: 'domestic', occupierName: 'Canar', occupierIdNumber: canary };
  const { data } = await implementer.run(Update, { id, rowId: row_id, input });
  apartment = { id, rowId: data.updateApartment.rowId };
  expect(data.updateApartment.occupierIdNumber).toBe(maskIdNumber(canary));
});

const expectNoCanary = (...answers: readonly Answer[]) => {
  expect(JSON.stringify(answers)).not.toContain(canary);
};

describe('the ID number of an occupier', () => {
  it('stands in the clear in no column of any table', async () => {
    await keeper.run('mutation ($id: ID!) { revealOccupierIdNumber(apartmentId: $id, purpose: "canary") }', {
      id: apartment.id,
    });

    const { rows: tables } = await asSystem((tx) =>
      sql<{ name: string }>`
        select table_name as name from information_schema.tables
        where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(tx),
    );
    const found = await asSystem(async (tx) => {
      const holding = [];
      for (const { name } of tables.filter((table) => !table.name.startsWith('provider_'))) {
        const { rows } = await sql<{ count: number }>`
          select count(*)::int as count from ${sql.table(name)} t
          where t::text like ${`%${canary}%`}
            or t::text like ${`%${Buffer.from(canary).toString('hex')}%`}`.execute(tx);
        if (rows[0]?.count) {
          holding.push(name);
        }
      }
      return holding;
    });

    expect(found).toEqual([]);
  });

  it('is in no record, list, history, search or audit', async () => {
    const { id } = apartment;
    for (const caller of [root, implementer, keeper]) {
      expectNoCanary(
        await caller.run(
          'query ($id: ID!) { apartment(id: $id) { rowId label occupierName occupierFirstName occupierIdNumber occupierKind } }',
          { id },
        ),
        await caller.run('{ apartments { nodes { label occupierName occupierIdNumber } edges { cursor } } }'),
        await caller.run(
          '{ apartments(sort: [{ field: occupier_id_number, direction: asc }]) { edges { cursor node { id } } } }',
        ),
        await caller.run(
          'query ($id: ID!) { history(kind: "apartment", id: $id) { nodes { fields { name oldValue newValue } } } }',
          {
            id,
          },
        ),
        await caller.run(
          'query ($q: String!) { apartments(filter: { occupierIdNumber: $q }) { nodes { id occupierIdNumber } } }',
          {
            q: canary,
          },
        ),
        await caller.run('{ auditEntries { nodes { actor purpose recordId hash } } }'),
      );
    }
  });

  it('is in no refusal, whatever is wrong with the request that carries it', async () => {
    const { id, rowId } = apartment;
    const input = { occupierIdNumber: canary };
    const answers = [
      await implementer.run(Update, { id, rowId: '1', input }),
      await implementer.run(Update, { id: 'nothing', rowId, input }),
      await implementer.run(Update, { id, rowId, input: { ...input, occupierKind: 'business' } }),
      await implementer.run(Update, { id, rowId, input: { ...input, occupierName: 'x'.repeat(500) } }),
      // Not what the schema says: GraphQL itself complains, and likes to repeat what it was given.
      await implementer.run(Update, { id, rowId, input: { ...input, occupierKind: canary } }),
      await implementer.run(Update, { id, rowId, input: { ...input, noSuchField: canary } }),
      await implementer.run(Update, { id, rowId, input: { occupierIdNumber: Number(canary) } }),
      await implementer.run(Update, { id, rowId, input: canary }),
      await implementer.run('mutation ($input: CreateApartmentInput!) { createApartment(input: $input) { id } }', {
        input,
      }),
      await implementer.run(`mutation { createApartment(input: { addrAp: "1", occupierIdNumber: ${canary} }) { id } }`),
      await implementer.run(`mutation { createApartment(input: { occupierIdNumber: "${canary}" }) { id } }`),
      await implementer.run(`{ apartments(filter: { occupierIdNumber: ${canary} }) { nodes { id } } }`),
      await implementer.run(`{ apartment(id: "${id}") { id } } ${canary}`),
      await implementer.run(`{ apartment(id: "${canary}`),
      await keeper.run(
        'mutation ($id: ID!, $purpose: String!) { revealOccupierIdNumber(apartmentId: $id, purpose: $purpose) }',
        {
          id: canary,
          purpose: '',
        },
      ),
      await keeper.run('query ($id: ID!) { apartment(id: $id) { id } }', { id: canary }),
    ];

    expect(answers.every(({ errors }) => errors !== undefined)).toBe(true);
    expectNoCanary(...answers);
  });

  it('is in no report, nor in what goes to the log', async () => {
    const period = {
      from: new Date(Date.now() - 86_400_000).toISOString(),
      to: new Date(Date.now() + 86_400_000).toISOString(),
    };
    const input = { ...period, groupBy: ['apartment'], metrics: ['event_count'] };

    expectNoCanary(
      await implementer.run(
        'query ($input: ReportInput!) { report(name: "usage", input: $input) { rows labels { text } } }',
        { input },
      ),
    );
    expect(JSON.stringify(internalErrors.map(String))).not.toContain(canary);
  });
});
