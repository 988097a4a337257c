import type { ObjectRef } from '@pothos/core';
import { builder, type SchemaTypes } from '../../graphql/builder.ts';
import { connectionOf, sortInput } from '../../graphql/connection.ts';
import { listArgs, listOf, recordArgs, recordOf } from '../../graphql/list.ts';
import { versionArgs } from '../../graphql/mutation.ts';
import { DateTimeRange } from '../../graphql/ranges.ts';
import { Versioned } from '../../graphql/versioned.ts';
import type { Row } from '../../database/tables.ts';
import { orgConditions, orgs } from './org.queries.ts';
import { bindGateway, createOrg, updateOrg } from './org.service.ts';

export const Org = builder.objectRef<Row<'org'>>('Org').implement({
  interfaces: [Versioned],
  fields: (t) => ({
    name: t.exposeString('name'),
    addr: t.exposeString('addr'),
    enabled: t.exposeBoolean('enabled', {
      description: 'Members of a disabled org cannot work; its containers go on.',
    }),
    timeZone: t.exposeString('time_zone', { description: 'IANA zone in which its reports count days and hours.' }),
  }),
});

/** Adds to a kind the org that owns its records; null for those who may not see it. */
export function addOrg<Owned extends { readonly org_id: string }>(type: ObjectRef<SchemaTypes, Owned>): void {
  builder.objectField(type, 'org', (t) =>
    t.field({
      type: Org,
      nullable: true,
      authScopes: { may: 'org:read' },
      resolve: (row, _args, context) => context.load(orgs, 'org:read', row.org_id),
    }),
  );
}

const OrgConnection = connectionOf('Org', Org);
const OrgSort = sortInput('Org', orgs.sorts);
const OrgFilter = builder.inputType('OrgFilter', {
  fields: (t) => ({
    q: t.string({ description: 'Words of the name and address; case and diacritics do not matter.' }),
    enabled: t.boolean(),
    updatedAt: t.field({ type: DateTimeRange }),
  }),
});

builder.queryFields((t) => ({
  org: t.field({
    type: Org,
    nullable: true,
    authScopes: { may: 'org:read' },
    args: recordArgs,
    resolve: (_root, args, context) => recordOf(context, orgs, 'org:read', args),
  }),
  orgs: t.field({
    type: OrgConnection,
    authScopes: { may: 'org:read' },
    args: listArgs(OrgFilter, OrgSort),
    resolve: (_root, args, context) => listOf(context, orgs, 'org:read', orgConditions(args.filter), args),
  }),
}));

const CreateOrgInput = builder.inputType('CreateOrgInput', {
  fields: (t) => ({ name: t.string({ required: true }), addr: t.string() }),
});

const UpdateOrgInput = builder.inputType('UpdateOrgInput', {
  fields: (t) => ({ name: t.string(), addr: t.string(), enabled: t.boolean() }),
});

builder.mutationFields((t) => ({
  createOrg: t.field({
    type: Org,
    authScopes: { may: 'org:write' },
    args: { input: t.arg({ type: CreateOrgInput, required: true }) },
    resolve: (_root, { input }, context) => createOrg(context, input),
  }),
  updateOrg: t.field({
    type: Org,
    authScopes: { may: 'org:write' },
    args: { ...versionArgs, input: t.arg({ type: UpdateOrgInput, required: true }) },
    resolve: (_root, { id, rowId, input }, context) => updateOrg(context, { id, rowId }, input),
  }),
  bindGateway: t.field({
    type: Org,
    description: 'Lets a gateway of the lock network serve the containers of the org.',
    authScopes: { may: 'org:write' },
    args: {
      orgId: t.arg.id({ required: true }),
      clientId: t.arg.string({ required: true, description: 'Its OAuth client at the identity provider.' }),
    },
    resolve: (_root, args, context) => bindGateway(context, args),
  }),
}));
