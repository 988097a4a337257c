import { builder } from '../graphql/builder.ts';
import { accessRules } from './access.queries.ts';
import { mayOpen, type AccessDecision, type AccessReason, type Via } from './access.service.ts';

const ViaType = builder.objectRef<Via>('AccessVia').implement({
  description: 'A record the rule goes through.',
  fields: (t) => ({ kind: t.exposeString('kind'), id: t.exposeID('id'), label: t.exposeString('label') }),
});

const AccessRuleEnum = builder.enumType('AccessRule', { values: accessRules });

const AccessReasonType = builder.objectRef<AccessReason>('AccessReason').implement({
  fields: (t) => ({
    rule: t.expose('rule', { type: AccessRuleEnum }),
    holds: t.exposeBoolean('holds'),
    via: t.field({ type: [ViaType], resolve: ({ via }) => [...via] }),
  }),
});

const AccessDecisionType = builder.objectRef<AccessDecision>('AccessDecision').implement({
  description: 'Whether a card opens a container, with every rule in order.',
  fields: (t) => ({
    allowed: t.exposeBoolean('allowed'),
    reasons: t.field({ type: [AccessReasonType], resolve: ({ reasons }) => [...reasons] }),
  }),
});

builder.queryField('mayOpen', (t) =>
  t.field({
    type: AccessDecisionType,
    authScopes: { may: 'card:read' },
    args: { cardId: t.arg.id({ required: true }), containerId: t.arg.id({ required: true }) },
    resolve: (_root, { cardId, containerId }, context) => mayOpen(context, cardId, containerId),
  }),
);
