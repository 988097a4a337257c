import { isRequiredInputField, type GraphQLInputObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import type { Field } from '@noa/domain/kinds/field.ts';
import type { KindDeclaration } from '@noa/domain/kinds/kind.ts';
import { rolesWith, type Permission } from '@noa/domain/permissions.ts';
import { roles, type Role } from '@noa/domain/vocabulary.ts';
import { capitalised, snake } from '@noa/domain/kinds/names.ts';
import { schema } from '../schema.ts';
import { anOrg, unique } from './factories.ts';
import { signIn } from './harness.ts';

interface OrgRow {
  readonly id: string;
  readonly row_id: string;
}

interface VersionRow {
  readonly id: string;
  readonly row_id: string;
}

interface RecordContract {
  /** A record of the org, made around the API. */
  readonly given: (org: OrgRow) => Promise<VersionRow>;
  /** Records of the org that a new one may name, by field. */
  readonly named?: Readonly<Record<string, (org: OrgRow) => Promise<{ readonly id: string }>>>;
}

/** Roles that reach a whole org by being a member of it. */
const orgRoles: readonly Role[] = ['local_implementer', 'local_reporter', 'container_admin'];

/** A value that the field takes; another for each `n`. */
function valueOf(field: Field, n: number): unknown {
  const { type, values = [], min = 0 } = field;
  return {
    text: () => unique('Zț ').slice(0, field.max),
    enum: () => values[(n - 1) % values.length],
    boolean: () => n % 2 === 0,
    integer: () => min + n,
    float: () => min + n + 0.5,
    id: () => undefined,
  }[type]();
}

/**
 * What every record kind promises: who may read and write it, that orgs are apart, that no change is lost, and that each declared
 * field goes the whole way, from the form into lists, filters, orders, history and back.
 */
export function describeRecord(kind: KindDeclaration, { given, named = {} }: RecordContract): void {
  const one = kind.name;
  const type = capitalised(one);
  const [read, write] = [`${one}:read` as Permission, `${one}:write` as Permission];
  const fields = Object.entries<Field>(kind.fields).filter(([, { stored }]) => stored !== false);
  const parent = fields.find(([, { of, required }]) => of && required)?.[0];
  const within = kind.owner === 'record' && parent ? parent : 'orgId';
  /** Everything that a new record may be given; it stands in a record of the org, or in the org itself. */
  async function input(org: OrgRow): Promise<Record<string, unknown>> {
    const plain = fields.flatMap(([name, field]) => (field.of || field.laterOnly ? [] : [[name, valueOf(field, 1)]]));
    const others = Object.entries(named).map(async ([name, make]) => [name, (await make(org)).id]);
    return {
      ...(kind.owner === 'org' && { orgId: org.id }),
      ...Object.fromEntries([...plain, ...(await Promise.all(others))]),
    };
  }
  const change = (): Record<string, unknown> =>
    Object.fromEntries(fields.flatMap(([name, field]) => (field.of || field.fixed ? [] : [[name, valueOf(field, 2)]])));
  const Find = `query ($id: ID!) { ${one}(id: $id) { id rowId } }`;
  const Create = `mutation ($input: Create${type}Input!) { create${type}(input: $input) { id rowId updatedBy } }`;
  const Update = `mutation ($id: ID!, $rowId: ID!, $input: Update${type}Input!) {
    update${type}(id: $id, rowId: $rowId, input: $input) { id rowId }
  }`;
  const Delete = `mutation ($id: ID!, $rowId: ID!) { delete${type}(id: $id, rowId: $rowId) }`;
  const createInputFields = Object.values((schema.getType(`Create${type}Input`) as GraphQLInputObjectType).getFields());
  const member = (role: Role, org: OrgRow) => signIn([role], { orgIds: [org.id] });

  describe(`${type}, as every record`, () => {
    it.each(orgRoles.filter((role) => rolesWith(read).includes(role)))('is read by %s of its org', async (role) => {
      const org = await anOrg();
      const { id } = await given(org);

      expect((await (await member(role, org)).run(Find, { id })).data[one]).toMatchObject({ id });
    });

    it.each(orgRoles.filter((role) => rolesWith(read).includes(role)))(
      'is not found by %s of another',
      async (role) => {
        const { id } = await given(await anOrg());
        const stranger = await member(role, await anOrg());

        expect((await stranger.run(Find, { id })).errors).toMatchObject([{ code: 'NotFound' }]);
      },
    );

    it.each(roles.filter((role) => !rolesWith(read).includes(role)))('is not for %s to read', async (role) => {
      const org = await anOrg();
      const { id } = await given(org);

      expect((await (await member(role, org)).run(Find, { id })).errors).toMatchObject([{ code: 'Forbidden' }]);
    });

    it.each(roles.filter((role) => !rolesWith(write).includes(role)))('is not for %s to write', async (role) => {
      const org = await anOrg();
      const { id, row_id: rowId } = await given(org);
      const caller = await member(role, org);

      for (const answer of [
        await caller.run(Create, { input: await input(org) }),
        await caller.run(Update, { id, rowId, input: change() }),
        await caller.run(Delete, { id, rowId }),
      ]) {
        expect(answer.errors).toMatchObject([{ code: 'Forbidden' }]);
      }
    });

    it('is created, changed and deleted by a local implementer, each time as a new version', async () => {
      const org = await anOrg();
      const caller = await member('local_implementer', org);

      const created = (await caller.run(Create, { input: await input(org) })).data[`create${type}`];
      const changed = (await caller.run(Update, { ...pick(created), input: change() })).data[`update${type}`];
      const deleted = await caller.run(Delete, pick(changed));

      expect(created.updatedBy).toContain('@noa.test');
      expect(BigInt(changed.rowId)).toBeGreaterThan(BigInt(created.rowId));
      expect(deleted.data[`delete${type}`]).toBe(created.id);
      expect((await caller.run(Find, { id: created.id })).errors).toMatchObject([{ code: 'NotFound' }]);
    });

    it('is created with null for whatever may be left out, as clients send it', async () => {
      const org = await anOrg();
      const optional = createInputFields.filter((field) => !isRequiredInputField(field)).map(({ name }) => name);
      const nulls = Object.fromEntries(optional.map((name) => [name, null]));

      const created = await (
        await member('local_implementer', org)
      ).run(Create, { input: { ...(await input(org)), ...nulls } });

      expect(created.errors).toBeUndefined();
    });

    it('is neither created in another org, nor changed or deleted there', async () => {
      const org = await anOrg();
      const { id, row_id: rowId } = await given(org);
      const stranger = await member('local_implementer', await anOrg());

      const create = await stranger.run(Create, { input: await input(org) });
      expect(create.errors).toMatchObject([{ code: 'NotFound', fields: { [within]: 'form.notFound' } }]);
      for (const answer of [
        await stranger.run(Update, { id, rowId, input: change() }),
        await stranger.run(Delete, { id, rowId }),
      ]) {
        expect(answer.errors).toMatchObject([{ code: 'NotFound' }]);
      }
    });

    it('is found by its id, under the name that people call it by', async () => {
      const { id } = await given(await anOrg());
      const root = await signIn(['root']);

      const { data } = await root.run('query ($id: String!) { search(text: $id) { kind id label } }', { id });

      expect(data.search).toEqual([{ kind: one, id, label: expect.any(String) as unknown }]);
      expect(data.search[0].label).not.toBe(id);
    });

    it('is written again as it was', async () => {
      const org = await anOrg();
      const { id, row_id: before } = await given(org);
      const caller = await member('local_implementer', org);
      const { rowId } = (await caller.run(Update, { id, rowId: before, input: change() })).data[`update${type}`];
      const Restore = `mutation ($id: ID!, $rowId: ID!, $version: ID!) {
        restoreVersion(kind: "${one}", id: $id, rowId: $rowId, version: $version) { fields { name } }
      }`;

      const { data, errors } = await caller.run(Restore, { id, rowId, version: before });

      expect(errors).toBeUndefined();
      const names = data.restoreVersion.fields.map(({ name }: { name: string }) => name);
      expect(names).toEqual(expect.arrayContaining(Object.keys(change())));
    });

    it('shows, finds, orders and remembers each declared field', async () => {
      const org = await anOrg();
      const caller = await member('local_implementer', org);
      const shown = fields.filter(([, { shown: isShown }]) => isShown !== false).map(([name]) => name);
      const first = await input(org);
      const created = (await caller.run(Create, { input: first })).data[`create${type}`];
      const changed = change();
      const second = { ...first, ...changed };
      const updated = await caller.run(Update, { ...pick(created), input: changed });

      const filters = fields.filter(([name, { filtered }]) => filtered && second[name] !== undefined);
      const sorts = fields.filter(([, { sorted }]) => sorted).map(([name]) => snake(name));
      const filter = Object.fromEntries(filters.map(([name, field]) => [name, asked(field, second[name])]));
      const List = `query ($filter: ${type}Filter, $sort: [${type}Sort!]) {
        ${one}s(first: 5, filter: $filter, sort: $sort) { nodes { id ${shown.join(' ')} } }
      }`;
      const lists = sorts.map((field) => caller.run(List, { filter, sort: [{ field, direction: 'asc' }] }));
      const history = await caller.run(
        `query ($id: ID!) { history(kind: "${one}", id: $id, first: 2) { nodes { fields { name } } } }`,
        { id: created.id },
      );

      expect(updated.errors).toBeUndefined();
      for (const { data } of await Promise.all(lists)) {
        expect(data[`${one}s`].nodes).toEqual([
          { id: created.id, ...Object.fromEntries(shown.map((name) => [name, second[name]])) },
        ]);
      }
      const told = history.data.history.nodes[0].fields.map(({ name }: { name: string }) => name);
      expect(told.toSorted()).toEqual(Object.keys(changed).toSorted());
    });

    it.runIf(kind.owner === 'org')('keeps its org from being deleted', async () => {
      const org = await anOrg();
      await given(org);
      const root = await signIn(['root']);

      const { errors } = await root.run('mutation ($id: ID!, $rowId: ID!) { deleteOrg(id: $id, rowId: $rowId) }', {
        id: org.id,
        rowId: org.row_id,
      });

      const [{ code, dependants }] = errors as unknown as [{ code: string; dependants: unknown[] }];
      expect(code).toBe('ValidationFailed');
      expect(dependants).toContainEqual({ kind: one, count: 1 });
    });

    it('is not changed or deleted from an old version', async () => {
      const org = await anOrg();
      const { id, row_id: rowId } = await given(org);
      const caller = await member('local_implementer', org);
      const { data } = await caller.run(Update, { id, rowId, input: change() });

      for (const answer of [
        await caller.run(Update, { id, rowId, input: change() }),
        await caller.run(Delete, { id, rowId }),
      ]) {
        expect(answer.errors).toMatchObject([
          { code: 'Conflict', current: { id, rowId: data[`update${type}`].rowId } },
        ]);
      }
    });
  });
}

const pick = ({ id, rowId }: { id: string; rowId: string }) => ({ id, rowId });

/** What a list is asked for to have a value. */
const asked = ({ type }: Field, value: unknown) => (type === 'integer' ? { min: value, max: value } : value);
