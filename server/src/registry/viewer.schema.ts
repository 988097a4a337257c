import { builder } from '../graphql/builder.ts';
import { RoleEnum } from '../graphql/scalars.ts';
import type { Viewer } from '../identity/viewer.ts';

const OrgRef = builder.objectRef<Viewer['orgs'][number]>('ViewerOrg').implement({
  description: 'An org as its members know it, enabled or not.',
  fields: (t) => ({ id: t.exposeID('id'), name: t.exposeString('name') }),
});

const ManagerRef = builder.objectRef<Viewer['managers'][number]>('ViewerManager').implement({
  fields: (t) => ({ id: t.exposeID('id'), name: t.exposeString('name'), orgId: t.exposeID('orgId') }),
});

export const ViewerType = builder.objectRef<Viewer>('Viewer').implement({
  description: 'Who is asking: what they may do, and where.',
  fields: (t) => ({
    id: t.exposeID('accountId', { nullable: true, description: 'Null for a gateway.' }),
    name: t.exposeString('name'),
    email: t.exposeString('email', { nullable: true }),
    roles: t.field({ type: [RoleEnum], resolve: ({ roles }) => [...roles] }),
    orgs: t.field({ type: [OrgRef], resolve: ({ orgs }) => [...orgs] }),
    disabledOrgs: t.field({ type: [OrgRef], resolve: ({ disabledOrgs }) => [...disabledOrgs] }),
    managers: t.field({ type: [ManagerRef], resolve: ({ managers }) => [...managers] }),
    permissions: t.stringList({
      description: 'What the caller may do, as `entrance:read`: the console hides by it what the server would refuse.',
      resolve: (viewer) => [...viewer.permissions],
    }),
  }),
});

builder.queryField('viewer', (t) =>
  t.field({
    type: ViewerType,
    authScopes: { signedIn: true },
    resolve: (_root, _args, { viewer }) => viewer,
  }),
);
