import { describe, expect, it } from 'vitest';
import { getNamedType, isObjectType } from 'graphql';
import { capitalised } from '@noa/domain/kinds/names.ts';
import { reachOf, rolesWith } from '@noa/domain/permissions.ts';
import { schema } from '../../schema.ts';
import { aManager, anAccessGroup, anApartment, anEntrance, anOrg, aTowerBlock } from '../../testing/factories.ts';
import { asSystem, signIn } from '../../testing/harness.ts';
import { rounds } from '../../testing/rounds.ts';
import { pick } from '../../reports/testing/random.ts';
import { allKinds } from '../kinds.ts';

const root = await signIn(['root']);

const kinds = ['apartment', 'entrance', 'towerBlock'] as const;
type Served = (typeof kinds)[number];

interface Version {
  readonly rowId: string;
  readonly change: string;
  readonly fields: readonly { readonly oldValue: string | null }[];
}

/** Validities are told apart to the millisecond. */
async function aMomentLater(): Promise<string> {
  await new Promise((resolve) => setTimeout(resolve, 3));
  const between = new Date().toISOString();
  await new Promise((resolve) => setTimeout(resolve, 3));
  return between;
}

/** Two apartments of a town hall in two blocks, an operator that serves the first now and then, and what is changed there. */
async function aTown() {
  const [{ id: org_id }, operator] = [await anOrg(), await anOrg()];
  const blocks = [await aTowerBlock({ org_id, addr_bl: 'A' }), await aTowerBlock({ org_id, addr_bl: 'B' })] as const;
  const entrances = [
    await anEntrance({ org_id, tower_block_id: blocks[0].id }),
    await anEntrance({ org_id, tower_block_id: blocks[1].id }),
  ] as const;
  const { id: apartment_id } = await anApartment({ org_id, entrance_id: entrances[0].id, addr_ap: '1' });
  let written = 0;
  const text = () => `Nume ${(written += 1)}`;
  const isServed = () =>
    asSystem((tx) => tx.selectFrom('apartment_org').select('id').where('apartment_id', '=', apartment_id).execute());
  const serve = async () => {
    if ((await isServed()).length === 0) {
      await asSystem((tx) =>
        tx.insertInto('apartment_org').values({ org_id, apartment_id, serving_org_id: operator.id }).execute(),
      );
    }
  };
  const acts = {
    occupier: () =>
      asSystem((tx) =>
        tx.updateTable('apartment').set({ occupier_name: text() }).where('id', '=', apartment_id).execute(),
      ),
    entrance: () =>
      asSystem((tx) =>
        tx.updateTable('entrance').set({ addr_sc: text() }).where('id', '=', pick(entrances).id).execute(),
      ),
    block: () =>
      asSystem((tx) =>
        tx.updateTable('tower_block').set({ addr_street: text() }).where('id', '=', pick(blocks).id).execute(),
      ),
    move: () =>
      asSystem((tx) =>
        tx
          .updateTable('apartment')
          .set({ entrance_id: pick(entrances).id })
          .where('id', '=', apartment_id)
          .execute(),
      ),
    serve,
    leave: () => asSystem((tx) => tx.deleteFrom('apartment_org').where('apartment_id', '=', apartment_id).execute()),
  };
  const ids: readonly (readonly [Served, string])[] = [
    ['apartment', apartment_id],
    ...entrances.map(({ id }) => ['entrance', id] as const),
    ...blocks.map(({ id }) => ['towerBlock', id] as const),
  ];
  return { org_id, acts, serve, ids, by: await signIn(['local_implementer'], { orgIds: [operator.id] }) };
}

type Town = Awaited<ReturnType<typeof aTown>>;

const versionsOf = async ({ by }: Pick<Town, 'by'>, kind: Served, id: string) => {
  const { data, errors } = await by.run(
    `query ($kind: String!, $id: ID!) {
      history(kind: $kind, id: $id, first: 200) { totalCount nodes { rowId change fields { oldValue } } }
    }`,
    { kind, id },
  );
  expect((errors ?? []).filter(({ code }) => code !== 'NotFound')).toEqual([]);
  const { totalCount, nodes } = (data?.history ?? { totalCount: 0, nodes: [] }) as {
    totalCount: number;
    nodes: Version[];
  };
  expect(totalCount).toBe(nodes.length);
  return nodes;
};

/** The versions that `asOf` shows at any of `moments`, and now. */
async function seenAt({ by }: Town, kind: Served, id: string, moments: readonly string[]): Promise<Set<string>> {
  const seen = new Set<string>();
  for (const asOf of [...moments, null]) {
    const { data, errors } = await by.run(
      `query ($id: ID!, $asOf: DateTime) { ${kind}(id: $id, asOf: $asOf) { rowId } }`,
      {
        id,
        asOf,
      },
    );
    expect((errors ?? []).filter(({ code }) => code !== 'NotFound')).toEqual([]);
    if (data?.[kind]) {
      seen.add(data[kind].rowId as string);
    }
  }
  return seen;
}

/** All that a type says, and what it leads to says. */
function everythingOf(name: string): string {
  const type = schema.getType(name);
  return Object.values(isObjectType(type) ? type.getFields() : {})
    .filter(({ args }) => args.length === 0)
    .map((field) => {
      const inner = everythingOf(getNamedType(field.type).name);
      return inner === '' ? field.name : `${field.name} { ${inner} }`;
    })
    .join(' ');
}

describe('an org that serves an apartment', () => {
  it('sees in history what it sees by moments, whatever was changed and whenever it served', async () => {
    let hidden = 0;
    for (let round = 0; round < rounds(1, 30); round += 1) {
      const town = await aTown();
      const moments = [await aMomentLater()];
      for (let step = 0; step < 14; step += 1) {
        await town.acts[pick(['occupier', 'entrance', 'block', 'move', 'serve', 'leave', 'occupier'] as const)]();
        moments.push(await aMomentLater());
      }
      await town.serve();
      moments.push(await aMomentLater());

      for (const [kind, id] of town.ids) {
        const [seen, all] = [await seenAt(town, kind, id, moments), await versionsOf({ by: root }, kind, id)];
        const told = await versionsOf(town, kind, id);

        expect(told.map(({ rowId }) => rowId)).toEqual(
          all.map(({ rowId }) => rowId).filter((rowId) => seen.has(rowId)),
        );
        for (const { rowId, change, fields } of told) {
          const former = all[all.findIndex((each) => each.rowId === rowId) + 1];
          const isFormerSeen = former !== undefined && seen.has(former.rowId);
          expect(change).toBe(former === undefined ? 'created' : isFormerSeen ? 'updated' : 'firstSeen');
          // What stood there before is of the version before.
          expect(isFormerSeen || fields.every(({ oldValue }) => oldValue === null)).toBe(true);
        }
        hidden += all.length - told.length;
      }
    }
    expect(hidden).toBeGreaterThan(0);
  });

  it('is told of each version what the record of then tells, and neither who wrote it nor what it does not see', async () => {
    const town = await aTown();
    const { org_id } = town;
    const owner = await signIn(['local_implementer'], { orgIds: [org_id] });
    const entranceId = town.ids.find(([kind]) => kind === 'entrance')?.[1] ?? '';
    await town.serve();
    const { rowId } = (await town.by.run('query ($id: ID!) { entrance(id: $id) { rowId } }', { id: entranceId })).data
      .entrance;
    const input = {
      managerId: (await aManager({ org_id })).id,
      accessGroupId: (await anAccessGroup({ org_id })).id,
      addrSc: 'Z',
    };
    const Update = `mutation ($id: ID!, $rowId: ID!, $input: UpdateEntranceInput!) {
      updateEntrance(id: $id, rowId: $rowId, input: $input) { id }
    }`;
    const changed = await owner.run(Update, { id: entranceId, rowId, input });
    expect(changed.errors).toBeUndefined();
    await town.acts.occupier();
    await town.acts.block();

    const History = `query ($kind: String!, $id: ID!) {
      history(kind: $kind, id: $id) {
        nodes { validTo updatedBy deletedBy viewerCanRestore fields { name oldValue newValue } }
      }
    }`;
    let compared = 0;
    for (const [kind, id] of town.ids) {
      const type = schema.getType(capitalised(kind));
      const known = isObjectType(type) ? Object.keys(type.getFields()) : [];
      const { data } = await town.by.run(History, { kind, id });
      for (const { validTo, updatedBy, deletedBy, viewerCanRestore, fields } of data?.history?.nodes ?? []) {
        const then = new Date(Date.parse(validTo) - 1);
        const asOf = then > new Date() ? null : then.toISOString();
        const names = (fields as { name: string }[]).map(({ name }) => name).filter((name) => known.includes(name));
        const One = `query ($id: ID!, $asOf: DateTime) {
          ${kind}(id: $id, asOf: $asOf) { updatedBy ${names.join(' ')} }
        }`;
        const record = (await town.by.run(One, { id, asOf })).data[kind];
        expect({ updatedBy, deletedBy }).toEqual({ updatedBy: record.updatedBy, deletedBy: null });
        expect({ updatedBy, viewerCanRestore }).toEqual({ updatedBy: null, viewerCanRestore: false });
        for (const { name, newValue } of fields) {
          if (names.includes(name)) {
            const told = record[name] === null ? null : String(record[name]);
            expect({ kind, name, told: newValue }).toEqual({ kind, name, told });
            compared += 1;
          }
        }
        expect(JSON.stringify(fields)).not.toContain(input.managerId);
        expect(JSON.stringify(fields)).not.toContain(input.accessGroupId);
      }
    }
    expect(compared).toBeGreaterThan(5);

    const [version, former] = (await owner.run(History, { kind: 'entrance', id: entranceId })).data.history.nodes;
    expect(former.viewerCanRestore).toBe(true);
    expect(version.updatedBy).toContain('@');
    const changedFields = (version.fields as { name: string }[]).map(({ name }) => name);
    expect(changedFields.toSorted()).toEqual(Object.keys(input).toSorted());
  });

  it('is told by no field of any version who of the owner’s staff wrote or deleted it', async () => {
    const [{ id: org_id }, operator] = [await anOrg(), await anOrg()];
    const owner = await signIn(['local_implementer'], { orgIds: [org_id, operator.id] });
    const by = await signIn(['local_implementer'], { orgIds: [operator.id] });
    const [entrance, next] = [await anEntrance({ org_id }), await anEntrance({ org_id })];
    const [apartment, gone] = [
      await anApartment({ org_id, entrance_id: entrance.id, addr_ap: '1' }),
      await anApartment({ org_id, entrance_id: next.id, addr_ap: '1' }),
    ];
    const done = async (source: string) => {
      const { data, errors } = await owner.run(`mutation { ${source} }`);
      expect(errors).toBeUndefined();
      return data;
    };
    const serve = async (id: string) =>
      (await done(`addApartmentOrg(apartmentId: "${id}", orgId: "${operator.id}") { id rowId }`)).addApartmentOrg;
    await serve(apartment.id);
    const serving = await serve(gone.id);
    const versionOf = async (kind: string, id: string) =>
      (await owner.run(`{ ${kind}(id: "${id}") { rowId } }`)).data[kind].rowId as string;
    const change = async (kind: 'Apartment' | 'Entrance', id: string, input: string) =>
      done(`update${kind}(id: "${id}", rowId: "${await versionOf(kind.toLowerCase(), id)}", input: ${input}) { id }`);
    await change('Entrance', entrance.id, '{ addrSc: "Z" }');
    await change('Apartment', apartment.id, `{ addrAp: "2", entranceId: "${next.id}" }`);
    await done(`deleteEntrance(id: "${entrance.id}", rowId: "${await versionOf('entrance', entrance.id)}")`);
    await done(`deleteApartment(id: "${gone.id}", rowId: "${await versionOf('apartment', gone.id)}")`);
    const ids = [
      ['apartment', apartment.id],
      ['apartment', gone.id],
      ['entrance', entrance.id],
      ['apartmentOrg', serving.id],
    ] as const;

    const wrote = (await owner.run('{ viewer { email } }')).data.viewer.email as string;
    let deleted = 0;
    for (const [kind, id] of ids) {
      const source = `{ history(kind: "${kind}", id: "${id}", first: 50) { ${everythingOf('VersionConnection')} } }`;
      const [own, told] = [await owner.run(source), await by.run(source)];

      expect(JSON.stringify(own.data)).toContain(wrote);
      expect(JSON.stringify(told)).not.toContain(wrote);
      const nodes = (told.data?.history?.nodes ?? []) as { rowId: string }[];
      const endedWith = (own.data.history.nodes as { rowId: string; deletedBy: string | null }[])
        .filter(({ deletedBy }) => deletedBy !== null)
        .map(({ rowId }) => rowId);
      deleted += nodes.filter(({ rowId }) => endedWith.includes(rowId)).length;
    }
    expect(deleted).toBeGreaterThan(0);
  });

  it('is the only one whose reach into history follows what changes', () => {
    const readers = new Set([...rolesWith('history:read'), ...rolesWith('history:readContainer')]);

    expect([...readers].filter((role) => !['all', 'orgs'].includes(reachOf[role]))).toEqual([]);
  });

  it('reaches versions by their time in every kind that it reaches at all', () => {
    const served = allKinds.filter(({ reach }) => reach.servingOrgs);

    expect(served.length).toBeGreaterThan(kinds.length);
    expect(served.filter(({ reach }) => !reach.servedVersions).map(({ name }) => name)).toEqual([]);
  });
});
