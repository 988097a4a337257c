import { describe, expect, it } from 'vitest';
import { rolesWith, type Permission } from '@noa/domain/permissions.ts';
import { roles, type Role } from '@noa/domain/vocabulary.ts';
import { anOrg } from './factories.ts';
import { signIn } from './harness.ts';

interface OrgRow {
  readonly id: string;
  readonly row_id: string;
}

interface VersionRow {
  readonly id: string;
  readonly row_id: string;
}

export interface RecordContract {
  /** The GraphQL type: `AccessGroup`. */
  readonly type: string;
  readonly read: Permission;
  readonly write: Permission;
  /** A record of the org, made around the API. */
  readonly given: (org: OrgRow) => Promise<VersionRow>;
  /** A valid input of the create mutation; its `orgId` is added. */
  readonly input: () => Record<string, unknown>;
  /** A valid input of the update mutation. */
  readonly change: () => Record<string, unknown>;
}

const lower = (type: string) => type[0]?.toLowerCase() + type.slice(1);

/** Roles that reach a whole org by being a member of it. */
const orgRoles: readonly Role[] = ['local_implementer', 'local_reporter', 'container_admin'];

/** What every record kind promises: who may read and write it, that orgs are apart, and that no change is lost. */
export function describeRecord({ type, read, write, given, input, change }: RecordContract): void {
  const one = lower(type);
  const Find = `query ($id: ID!) { ${one}(id: $id) { id rowId } }`;
  const Create = `mutation ($input: Create${type}Input!) { create${type}(input: $input) { id rowId updatedBy } }`;
  const Update = `mutation ($id: ID!, $rowId: ID!, $input: Update${type}Input!) {
    update${type}(id: $id, rowId: $rowId, input: $input) { id rowId }
  }`;
  const Delete = `mutation ($id: ID!, $rowId: ID!) { delete${type}(id: $id, rowId: $rowId) }`;
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
        await caller.run(Create, { input: { orgId: org.id, ...input() } }),
        await caller.run(Update, { id, rowId, input: change() }),
        await caller.run(Delete, { id, rowId }),
      ]) {
        expect(answer.errors).toMatchObject([{ code: 'Forbidden' }]);
      }
    });

    it('is created, changed and deleted by a local implementer, each time as a new version', async () => {
      const org = await anOrg();
      const caller = await member('local_implementer', org);

      const created = (await caller.run(Create, { input: { orgId: org.id, ...input() } })).data[`create${type}`];
      const changed = (await caller.run(Update, { ...pick(created), input: change() })).data[`update${type}`];
      const deleted = await caller.run(Delete, pick(changed));

      expect(created.updatedBy).toContain('@noa.test');
      expect(BigInt(changed.rowId)).toBeGreaterThan(BigInt(created.rowId));
      expect(deleted.data[`delete${type}`]).toBe(created.id);
      expect((await caller.run(Find, { id: created.id })).errors).toMatchObject([{ code: 'NotFound' }]);
    });

    it('is neither created in another org, nor changed or deleted there', async () => {
      const org = await anOrg();
      const { id, row_id: rowId } = await given(org);
      const stranger = await member('local_implementer', await anOrg());

      const create = await stranger.run(Create, { input: { orgId: org.id, ...input() } });
      expect(create.errors).toMatchObject([{ code: 'ValidationFailed', fields: { orgId: 'form.notFound' } }]);
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

    it('keeps its org from being deleted', async () => {
      const org = await anOrg();
      await given(org);
      const root = await signIn(['root']);

      const { errors } = await root.run('mutation ($id: ID!, $rowId: ID!) { deleteOrg(id: $id, rowId: $rowId) }', {
        id: org.id,
        rowId: org.row_id,
      });

      expect(errors).toMatchObject([{ code: 'ValidationFailed', dependants: [{ kind: one, count: 1 }] }]);
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
