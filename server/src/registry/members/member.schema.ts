import type { ObjectRef } from '@pothos/core';
import type { Permission } from '@noa/domain/permissions.ts';
import { builder, type SchemaTypes } from '../../graphql/builder.ts';
import { connectionOf } from '../../graphql/connection.ts';
import { rowConnection } from '../../graphql/row-list.ts';
import { Manager } from '../managers/manager.schema.ts';
import { Org } from '../orgs/org.schema.ts';
import { peopleArgs } from '../people.ts';
import { membersMatching, type MemberRow, type Membership } from './member.queries.ts';
import { MemberLocale, MemberRole } from './member-invitation.ts';
import { addManagerMember, addOrgMember, removeManagerMember, removeOrgMember } from './member.service.ts';

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
      description: 'Whether nobody has signed in with this address yet.',
      resolve: ({ subject }) => subject === null,
    }),
  }),
});

const MemberConnection = connectionOf('Member', Member);
const memberArgs = peopleArgs('MemberFilter');

/** Adds to a kind its members, for those who may read the kind itself (domain.md, "Who may do what"). */
function addMembers<Parent>(
  type: ObjectRef<SchemaTypes, Parent>,
  permission: Permission,
  positionOf: (parent: Parent) => Membership,
): void {
  builder.objectField(type, 'members', (t) =>
    t.field({
      type: MemberConnection,
      authScopes: { may: permission },
      args: memberArgs,
      resolve: (parent, { filter, ...args }, context) =>
        rowConnection(context, permission, () => membersMatching(positionOf(parent), filter), args),
    }),
  );
}
addMembers(Org, 'org:read', ({ id }) => ({ orgId: id }));
addMembers(Manager, 'manager:read', ({ id }) => ({ managerId: id }));

builder.mutationFields((t) => ({
  addOrgMember: t.field({
    type: Org,
    description:
      'From their next request on. Whoever has not signed in yet is invited by the address; a member who has not is invited again.',
    authScopes: { may: 'org:write' },
    args: {
      orgId: t.arg.id({ required: true }),
      email: t.arg.string({ required: true }),
      role: t.arg({
        type: MemberRole,
        description: 'Given to their account where Noa keeps the accounts, which is made if there is none.',
      }),
      locale: t.arg({ type: MemberLocale, defaultValue: 'ro', description: 'Of the invitation.' }),
    },
    resolve: (_root, args, context) => addOrgMember(context, args),
  }),
  removeOrgMember: t.field({
    type: Org,
    authScopes: { may: 'org:write' },
    args: { orgId: t.arg.id({ required: true }), memberId: t.arg.id({ required: true }) },
    resolve: (_root, args, context) => removeOrgMember(context, args),
  }),
  addManagerMember: t.field({
    type: Manager,
    description:
      'From their next request on. Whoever has not signed in yet is invited by the address; a member who has not is invited again. Where Noa keeps the accounts, theirs is made if there is none, and may look after entrances.',
    authScopes: { may: 'manager:write' },
    args: {
      managerId: t.arg.id({ required: true }),
      email: t.arg.string({ required: true }),
      locale: t.arg({ type: MemberLocale, defaultValue: 'ro', description: 'Of the invitation.' }),
    },
    resolve: (_root, args, context) => addManagerMember(context, args),
  }),
  removeManagerMember: t.field({
    type: Manager,
    authScopes: { may: 'manager:write' },
    args: { managerId: t.arg.id({ required: true }), memberId: t.arg.id({ required: true }) },
    resolve: (_root, args, context) => removeManagerMember(context, args),
  }),
}));
