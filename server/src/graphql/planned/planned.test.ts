import { getNamedType, isObjectType, type GraphQLObjectType } from 'graphql';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { Context } from '../../request/context.ts';
import { schema } from '../../schema.ts';
import { aContainer, anApartment, anOrg } from '../../testing/factories.ts';
import { asOwner, asSystem, signIn, type Caller } from '../../testing/harness.ts';
import { answerOf, expectSame, isPlanned } from '../../testing/planned-answers.ts';

const namedType = (parent: GraphQLObjectType, name: string): GraphQLObjectType => {
  const type = getNamedType(parent.getFields()[name]?.type);
  if (!isObjectType(type)) {
    throw new Error(`${parent.name}.${name} has no fields`);
  }
  return type;
};

const queryType = schema.getQueryType() as GraphQLObjectType;

/** The fields of a list's rows of which each makes a plan by itself. */
function plainFieldsOf(list: string): string[] {
  const row = namedType(namedType(queryType, list), 'nodes');
  return Object.keys(row.getFields()).filter((name) => isPlanned(`{ ${list} { nodes { ${name} } } }`));
}

/** Every list of the API whose plain columns are planned. */
const lists = Object.keys(queryType.getFields()).filter((name) => isPlanned(`{ ${name} { nodes { id } } }`));

const around =
  '{ nodes { __typename FIELDS } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } totalCount }';

/** What is written otherwise in JSON than it is. */
const odd = String.raw`"Ș\u0001\\` + '\t\u00a0\u2028</script>';

let root: Caller;
let implementer: Caller;
let resident: Caller;

beforeAll(async () => {
  const [org, other] = [await anOrg(), await anOrg()];
  const apartment = await anApartment({ org_id: org.id });
  for (const org_id of [org.id, org.id, other.id]) {
    await aContainer({ org_id, addr_street: odd });
  }
  root = await signIn(['root']);
  implementer = await signIn(['local_implementer'], { orgIds: [org.id] });
  resident = await signIn(['ara_user'], { apartments: [{ id: apartment.id, org_id: org.id }] });
});

describe('A planned list', () => {
  it('is one of each kind that has a list by the declared queries', () => {
    expect(lists.toSorted()).toEqual([
      'accessGroups',
      'apartmentCards',
      'apartments',
      'araCards',
      'cards',
      'containerGroups',
      'containers',
      'entrances',
      'gisNodes',
      'managers',
      'orgs',
      'towerBlocks',
    ]);
  });

  it('is of all columns that everybody reads who reads the row', () => {
    expect(plainFieldsOf('containers')).toEqual(
      expect.arrayContaining([
        'id',
        'rowId',
        'updatedAt',
        'serialNumber',
        'wasteStream',
        'sizeLitres',
        'lat',
        'addrBl',
      ]),
    );
  });

  it.each(lists)('gives of %s what the executor gives, to everybody', async (list) => {
    const source = `{ ${list}(first: 2) ${around.replace('FIELDS', plainFieldsOf(list).join(' '))} }`;
    for (const caller of [root, implementer, resident]) {
      await expectSame(caller, source);
    }
  });

  it('goes on from a cursor, in another order, with a filter and aliases', async () => {
    const source = `query Q($after: String, $nr: String) {
      one: containers(first: 1, after: $after, filter: { q: $nr }, sort: [{ field: size_litres, direction: desc }])
        { nodes { a: id b: id rowId ...C } edges { cursor node { n: serialNumber } } pageInfo { endCursor } } }
      fragment C on Container { updatedAt ...V } fragment V on Versioned { validTo }`;
    expect(isPlanned(source)).toBe(false); // rows in two selections
    const single = source.replace('edges { cursor node { n: serialNumber } }', 'edges { cursor }');
    const first = (await expectSame(root, single)).data as { one: { pageInfo: { endCursor: string } } };
    await expectSame(root, single, { after: first.one.pageInfo.endCursor, nr: '' });
    await expectSame(root, single, { after: first.one.pageInfo.endCursor.slice(1) });
    await expectSame(root, single, { nr: 4 });
  });

  it('gives the past', async () => {
    const source = `query Q($asOf: DateTime) { containers(asOf: $asOf) { nodes { id rowId serialNumber updatedAt } totalCount } }`;
    await expectSame(root, source, { asOf: new Date().toISOString() });
    await expectSame(root, source, { asOf: '2020-01-01T00:00:00Z' });
    await expectSame(root, source, { asOf: '2999-01-01T00:00:00Z' });
    await expectSame(resident, source, { asOf: new Date().toISOString() });
  });

  describe('with parts that are included or skipped', () => {
    const head = 'query Q($yes: Boolean! = true, $no: Boolean = false, $given: Boolean!)';
    const parts = [
      'serialNumber @include(if: $given)',
      'serialNumber @skip(if: $given) wasteStream @include(if: true) addrBl @skip(if: true)',
      'rowId @include(if: $yes) @skip(if: $no) rowId @skip(if: $given) sizeLitres @include(if: $no)',
      '... @include(if: $given) { serialNumber lat } ... on Container @skip(if: $given) { lng }',
      '...Part @include(if: $given) ...Part @skip(if: $no)',
      'containerGroup @include(if: $given) { id addrStreet @skip(if: $yes) } containerGroup { rowId }',
      'a: containerGroup @skip(if: $given) { id } id @include(if: $no)',
    ];
    const sent = [{ given: true }, { given: false, yes: false, no: true }, { given: true, yes: false }];
    // Which parts there are is not known.
    const unsaid = [{}, { given: 1 }, { given: null }];

    it.each(parts)('gives what the executor gives: %s', async (part) => {
      const fragment = part.includes('...Part') ? 'fragment Part on Container { addrNr }' : '';
      const declared = head.replace(/\$(yes|no|given)[^$)]*/g, (all, name: string) =>
        part.includes(`$${name}`) ? all : '',
      );
      const source = `${declared} { containers(first: 2) { nodes { ${part} } totalCount } } ${fragment}`;
      for (const variables of sent) {
        await expectSame(implementer, source, variables);
      }
      for (const variables of unsaid) {
        expect(isPlanned(source, variables), source).toBe(false);
        expect(await answerOf(implementer, source, variables)).toHaveProperty('errors');
      }
    });
  });

  it('refuses as the executor does', async () => {
    const nobody = await signIn([]);
    await expectSame(nobody, '{ containers { nodes { id } } }');
    await expectSame(implementer, '{ orgs(first: 500) { nodes { id } } a: orgs { nodes { id } } }');
    await expectSame(implementer, '{ containers(first: 1, last: 1) { nodes { id } } }');
    await expectSame(implementer, '{ containers(first: 0) { nodes { id } } }');
  });

  it('writes moments as the executor does', async () => {
    const { id } = await anOrg();
    const container = await aContainer({ org_id: id });
    const moments = ['2026-03-29 00:59:59.9999+00', '1999-12-31 23:59:59.0004+02', '0001-01-02 00:00:00+00'];
    for (const moment of moments) {
      await asOwner(
        'alter table container disable trigger user',
        `update container set valid_from = '${moment}' where id = '${container.id}'`,
        'alter table container enable trigger user',
      );
      await expectSame(root, `{ containers(filter: { orgId: "${id}" }) { nodes { updatedAt } } }`);
    }
  });

  it.each(['a\u007fb', '\u007f', '"\\\t\n\u001f\u0001 é €', '=', ''])(
    'writes %j as the executor does',
    async (street) => {
      const { id } = await anOrg();
      await aContainer({ org_id: id, addr_street: street });
      const caller = await signIn(['local_implementer'], { orgIds: [id] });

      const fields = 'nodes { addrStreet lat addrNr }';
      const { data } = await expectSame(
        caller,
        `{ containers { ${fields} } containerGroups { nodes { containers { ${fields} } } } }`,
      );

      const containers = { nodes: [{ addrStreet: street, lat: null, addrNr: expect.any(String) }] };
      expect(data).toEqual({ containers, containerGroups: { nodes: [{ containers }] } });
    },
  );

  it('asks no resolver again where caller, selection and variables are the same', async () => {
    const [here, there] = [await anOrg(), await anOrg()];
    const [one, other] = [await aContainer({ org_id: here.id }), await aContainer({ org_id: there.id })];
    const source = 'query Q($first: Int) { containers(first: $first) { nodes { id } totalCount } }';
    const [caller, colleague] = [
      await signIn(['local_implementer'], { orgIds: [here.id] }),
      await signIn(['local_implementer'], { orgIds: [there.id] }),
    ];
    const seenBy = async (who: typeof caller, variables = {}) => (await answerOf(who, source, variables)).data;
    const listed = (id: string) => ({ containers: { nodes: [{ id }], totalCount: 1 } });
    await seenBy(caller); // signs in
    await seenBy(colleague);
    expect([await seenBy(caller), await seenBy(colleague)]).toEqual([listed(one.id), listed(other.id)]);
    const resolved = vi.spyOn(Context.prototype, 'at');

    expect([await seenBy(caller), await seenBy(colleague)]).toEqual([listed(one.id), listed(other.id)]);
    expect(resolved).not.toHaveBeenCalled();
    const added = await aContainer({ org_id: here.id });
    expect(await seenBy(caller, { first: 1 })).toMatchObject({ containers: { totalCount: 2 } });
    expect(resolved).toHaveBeenCalled();
    expect(await seenBy(caller)).toMatchObject({
      containers: { nodes: expect.arrayContaining([{ id: one.id }, { id: added.id }]) },
    });
    resolved.mockRestore();
  });

  it('is not remembered for who was put out of the org since, or into another', async () => {
    const [here, there] = [await anOrg(), await anOrg()];
    const [one, other] = [await aContainer({ org_id: here.id }), await aContainer({ org_id: there.id })];
    const caller = await signIn(['local_implementer'], { orgIds: [here.id] });
    const seen = async () => {
      const { data, errors } = await answerOf(caller, '{ containers { nodes { id } } }');
      return errors ? 'refused' : (data as { containers: unknown }).containers;
    };
    for (const _ of [1, 2, 3]) {
      expect(await seen()).toEqual({ nodes: [{ id: one.id }] });
    }

    await asSystem(async (tx) => {
      const left = tx.deleteFrom('org_member').where('org_id', '=', here.id).returning('account_id');
      const { account_id } = await left.executeTakeFirstOrThrow();
      await tx.insertInto('org_member').values({ org_id: there.id, account_id }).execute();
    });
    expect(await seen()).toEqual({ nodes: [{ id: other.id }] });
    await asSystem((tx) => tx.deleteFrom('org_member').where('org_id', '=', there.id).execute());
    expect(await seen()).toEqual({ nodes: [] });
  });
});
