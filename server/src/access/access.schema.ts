import { builder } from '../graphql/builder.ts';
import { costs } from '../graphql/cost.ts';
import { shownType } from '../graphql/shown-type.ts';
import { accessRules } from './access.queries.ts';
import { mayOpen, type AccessDecision } from './access.service.ts';

const ViaType = shownType('AccessVia', {
  description: 'A record the rule goes through.',
  fields: { kind: { type: 'String' }, id: { type: 'ID' }, label: { type: 'String' } },
});
export type Via = typeof ViaType.$inferType;

const AccessRuleEnum = builder.enumType('AccessRule', { values: accessRules });

const AccessReasonType = shownType('AccessReason', {
  fields: {
    rule: { type: AccessRuleEnum },
    holds: { type: 'Boolean', description: 'Whether the rule holds by itself, whatever the others say.' },
    matters: {
      type: 'Boolean',
      description: 'False where the rule would change nothing: another one opens already, or one before it fails.',
    },
    via: { type: [ViaType], extensions: costs({ rows: 10 }) },
  },
});
export type AccessReason = typeof AccessReasonType.$inferType;

export const AccessDecisionType = builder.objectRef<AccessDecision>('AccessDecision').implement({
  description: 'Whether a card opens a container, with every rule in order, and what its lock believes.',
  fields: (t) => ({
    allowed: t.exposeBoolean('allowed'),
    decisive: t.expose('decisive', {
      type: AccessRuleEnum,
      description:
        'The rule that settles it: the first by which it opens, or the first that fails of those a card needs.',
    }),
    reasons: t.field({
      type: [AccessReasonType],
      extensions: costs({ rows: 10 }),
      resolve: ({ reasons }) => [...reasons],
    }),
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
