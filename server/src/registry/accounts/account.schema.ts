import { builder } from '../../graphql/builder.ts';
import { connectionOf } from '../../graphql/connection.ts';
import { rowConnection } from '../../graphql/row-list.ts';
import { RoleEnum } from '../../graphql/scalars.ts';
import { peopleArgs } from '../people.ts';
import { accountsMatching, type KnownAccount } from './account.queries.ts';
import { blockAccount, endAccountSessions, unblockAccount } from './account.service.ts';

const Account = builder.objectRef<KnownAccount>('Account').implement({
  description: 'Somebody who has signed in, or was invited, wherever they belong.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'That of the member, where they are one.' }),
    email: t.exposeString('email', { nullable: true, description: 'Null when the provider does not vouch for it.' }),
    name: t.exposeString('name', { description: 'Empty until they have signed in.' }),
    roles: t.field({
      type: [RoleEnum],
      description: 'As their last sign-in said; empty before it.',
      resolve: ({ roles }) => [...roles],
    }),
    lastSeenAt: t.expose('last_seen_at', { type: 'DateTime', nullable: true }),
    invited: t.boolean({
      description: 'Whether nobody has signed in with this address yet.',
      resolve: ({ subject }) => subject === null,
    }),
    blocked: t.boolean({
      description: 'Whether they may do nothing, whatever their roles.',
      resolve: ({ blocked_at: at }) => at !== null,
    }),
  }),
});

const AccountConnection = connectionOf('Account', Account);
builder.queryField('accounts', (t) =>
  t.field({
    type: AccountConnection,
    description: 'All accounts, by name.',
    authScopes: { may: 'account:read' },
    args: peopleArgs('AccountFilter'),
    resolve: (_root, { filter, ...args }, context) =>
      rowConnection(context, 'account:read', () => accountsMatching(filter), args),
  }),
);

builder.mutationFields((t) => ({
  blockAccount: t.field({
    type: Account,
    description:
      'Lets an account do nothing from its next request on. Where Noa keeps the accounts, its sessions end, and nobody signs in to it.',
    authScopes: { may: 'account:write' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, context) => blockAccount(context, id),
  }),
  unblockAccount: t.field({
    type: Account,
    authScopes: { may: 'account:write' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, context) => unblockAccount(context, id),
  }),
  endAccountSessions: t.field({
    type: 'Int',
    description:
      'Ends every session of an account, and says how many there were; access tokens last for five minutes at most. 0 where another provider keeps the accounts.',
    authScopes: { may: 'account:write' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, context) => endAccountSessions(context, id),
  }),
}));
