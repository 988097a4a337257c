import type { ObjectRef } from '@pothos/core';
import { updateOrgInput } from '@noa/domain/org.ts';
import type { Row } from '../../database/tables.ts';
import { builder, type SchemaTypes } from '../../graphql/builder.ts';
import type { Context } from '../../graphql/context.ts';
import { versionArgs } from '../../graphql/mutation.ts';
import { DateTimeRange } from '../../graphql/ranges.ts';
import { addDelete, addRecordQueries } from '../../graphql/record-fields.ts';
import { Versioned } from '../../graphql/versioned.ts';
import { addRestore } from '../restore.service.ts';
import { orgConditions, orgs } from './org.queries.ts';
import { bindGateway, createOrg, deleteOrg, listGateways, unbindGateway, updateOrg } from './org.service.ts';

const mayWrite = ({ viewer }: Context) => viewer.may('org:write');

export const Org = builder.objectRef<Row<'org'>>('Org').implement({
  interfaces: [Versioned],
  fields: (t) => ({
    name: t.exposeString('name'),
    addr: t.exposeString('addr'),
    enabled: t.exposeBoolean('enabled', {
      description: 'Members of a disabled org cannot work; its containers go on.',
    }),
    timeZone: t.exposeString('time_zone', { description: 'IANA zone in which its reports count days and hours.' }),
    gateways: t.stringList({
      description: 'OAuth clients of the lock network that serve its containers.',
      authScopes: { may: 'org:write' },
      resolve: ({ id }, _args, context) => listGateways(context, id),
    }),
    viewerCanUpdate: t.boolean({ resolve: (_row, _args, context) => mayWrite(context) }),
    viewerCanDelete: t.boolean({ resolve: (_row, _args, context) => mayWrite(context) }),
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

const OrgFilter = builder.inputType('OrgFilter', {
  fields: (t) => ({
    q: t.string({ description: 'Words of the name and address; case and diacritics do not matter.' }),
    enabled: t.boolean(),
    updatedAt: t.field({ type: DateTimeRange }),
  }),
});

addRecordQueries({
  kind: orgs,
  type: Org,
  permission: 'org:read',
  filter: OrgFilter,
  conditions: orgConditions,
});

const CreateOrgInput = builder.inputType('CreateOrgInput', {
  fields: (t) => ({ name: t.string({ required: true }), addr: t.string(), timeZone: t.string() }),
});

const UpdateOrgInput = builder.inputType('UpdateOrgInput', {
  fields: (t) => ({ name: t.string(), addr: t.string(), enabled: t.boolean(), timeZone: t.string() }),
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
  unbindGateway: t.field({
    type: Org,
    description: 'From its next request on, the gateway no longer serves the containers of the org.',
    authScopes: { may: 'org:write' },
    args: { orgId: t.arg.id({ required: true }), clientId: t.arg.string({ required: true }) },
    resolve: (_root, args, context) => unbindGateway(context, args),
  }),
}));

addDelete(orgs, 'org:write', deleteOrg);
addRestore(orgs, { permission: 'org:write', input: updateOrgInput, update: updateOrg });
