import { builder } from '../../graphql/builder.ts';
import { connectionOf } from '../../graphql/connection.ts';
import { pageArgs } from '../../graphql/list.ts';
import { rowConnection } from '../../graphql/row-list.ts';
import { auditActions, auditEntries, verifyAudit, type AuditChain, type AuditEntry } from './audit.queries.ts';

const AuditActionEnum = builder.enumType('AuditAction', { values: auditActions });

const AuditEntryType = builder.objectRef<AuditEntry>('AuditEntry').implement({
  description:
    'Who looked at personal data or had it erased, when and why; and when the database came back from a backup or an earlier moment.',
  fields: (t) => ({
    number: t.exposeID('number', { description: 'Place in the chain, from 1, without gaps.' }),
    at: t.expose('at', { type: 'DateTime' }),
    actor: t.exposeString('actor'),
    action: t.expose('action', { type: AuditActionEnum }),
    kind: t.exposeString('kind', {
      description: 'The kind of record it was done to: `apartment`; `org` of all that an org has.',
    }),
    recordId: t.exposeID('record_id'),
    purpose: t.exposeString('purpose'),
    hash: t.string({ description: 'Hexadecimal SHA-256.', resolve: ({ hash }) => hash.toString('hex') }),
  }),
});

const AuditEntryConnection = connectionOf('AuditEntry', AuditEntryType);

const AuditChainType = builder.objectRef<AuditChain>('AuditChain').implement({
  description: 'Whether the audit is as it was written; every hash is computed anew.',
  fields: (t) => ({
    entries: t.exposeInt('entries'),
    sound: t.boolean({ resolve: ({ first_broken }) => first_broken === null }),
    firstBroken: t.exposeID('first_broken', {
      nullable: true,
      description: 'Number of the first entry that was changed or is missing.',
    }),
    lastHash: t.string({
      nullable: true,
      description: 'To be noted elsewhere: entries cut off at the end leave no other trace.',
      resolve: ({ last_hash }) => last_hash?.toString('hex') ?? null,
    }),
  }),
});

builder.queryFields((t) => ({
  auditEntries: t.field({
    type: AuditEntryConnection,
    description: 'Newest first.',
    authScopes: { may: 'audit:read' },
    args: pageArgs,
    resolve: (_root, args, context) => rowConnection(context, 'audit:read', () => auditEntries, args),
  }),
  auditChain: t.field({
    type: AuditChainType,
    authScopes: { may: 'audit:read' },
    resolve: (_root, _args, context) => context.read('audit:read', verifyAudit),
  }),
}));
