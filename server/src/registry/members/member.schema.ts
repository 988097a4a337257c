import type { ObjectRef } from '@pothos/core';
import type { Permission } from '@noa/domain/permissions.ts';
import type { Row } from '../../database/tables.ts';
import { builder, type SchemaTypes } from '../../graphql/builder.ts';
import { connectionOf } from '../../graphql/connection.ts';
import { rowConnection } from '../../graphql/row-list.ts';
import { Manager } from '../managers/manager.schema.ts';
import { Org } from '../orgs/org.schema.ts';
import { peopleArgs } from '../people.ts';
import { membersMatching, ofManager, ofOrg, type MemberRow, type Membership } from './member.queries.ts';
import { MemberLocale, MemberRole } from './member-invitation.ts';
import { addMember, removeMember } from './member.service.ts';

const Member = builder.objectRef<MemberRow>('Member').implement({
  description: 'Somebody who belongs to an org or a manager; what they may do, the identity provider says.',
  fields: (t) => ({
    id: t.exposeID('id'),
    email: t.exposeString('email', { nullable: true, description: 'Null when the provider does not vouch for it.' }),
    name: t.exposeString('name', { description: 'Empty until they have been here as a member.' }),
    lastSeenAt: t.expose('last_seen_at', {
      type: 'DateTime',
      nullable: true,
      description: 'Null until they have been here as a member.',
    }),
    invited: t.boolean({
      description: 'Whether they have not been here as a member yet, whatever else they have an account for.',
      resolve: ({ last_seen_at: seen }) => seen === null,
    }),
  }),
});

const MemberConnection = connectionOf('Member', Member);
const memberArgs = peopleArgs('MemberFilter');

const invited =
  'From their next request on. Whoever has not been here since is invited by the address, and again when they are added again.';

const addArgs = builder.args((t) => ({
  email: t.string({ required: true }),
  locale: t.field({ type: MemberLocale, defaultValue: 'ro', description: 'Of the invitation.' }),
}));

/** Adds to a kind its members, for those who may read the kind itself (domain.md, "Who may do what"). */
function addMembers<Table extends 'manager' | 'org'>(
  type: ObjectRef<SchemaTypes, Row<Table>>,
  membership: Membership<Table>,
): void {
  const permission = `${membership.kind.name}:read` as Permission;
  builder.objectField(type, 'members', (t) =>
    t.field({
      type: MemberConnection,
      authScopes: { may: permission },
      args: memberArgs,
      resolve: ({ id }, { filter, ...args }, context) =>
        rowConnection(context, permission, () => membersMatching(membership, id, filter), args),
    }),
  );
}
addMembers(Org, ofOrg);
addMembers(Manager, ofManager);

builder.mutationFields((t) => ({
  addOrgMember: t.field({
    type: Org,
    description: invited,
    authScopes: { may: 'org:write' },
    args: {
      orgId: t.arg.id({ required: true }),
      ...addArgs,
      role: t.arg({
        type: MemberRole,
        description: 'Given to their account where Noa keeps the accounts, which is made if there is none.',
      }),
    },
    resolve: (_root, { orgId, ...input }, context) => addMember(context, ofOrg, orgId, input),
  }),
  removeOrgMember: t.field({
    type: Org,
    authScopes: { may: 'org:write' },
    args: { orgId: t.arg.id({ required: true }), memberId: t.arg.id({ required: true }) },
    resolve: (_root, { orgId, memberId }, context) => removeMember(context, ofOrg, orgId, memberId),
  }),
  addManagerMember: t.field({
    type: Manager,
    description: `${invited} Where Noa keeps the accounts, theirs is made if there is none, and may look after entrances.`,
    authScopes: { may: 'manager:write' },
    args: { managerId: t.arg.id({ required: true }), ...addArgs },
    resolve: (_root, { managerId, ...input }, context) => addMember(context, ofManager, managerId, input),
  }),
  removeManagerMember: t.field({
    type: Manager,
    authScopes: { may: 'manager:write' },
    args: { managerId: t.arg.id({ required: true }), memberId: t.arg.id({ required: true }) },
    resolve: (_root, { managerId, memberId }, context) => removeMember(context, ofManager, managerId, memberId),
  }),
}));
