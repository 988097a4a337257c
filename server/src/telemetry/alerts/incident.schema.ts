import { alertChannels, alertDeliveryStates, alertOccasions, incidentStates } from '@noa/domain/alert.ts';
import { builder } from '../../graphql/builder.ts';
import { connectionOf } from '../../graphql/connection.ts';
import { costs } from '../../graphql/cost.ts';
import { pageArgs, within } from '../../graphql/list.ts';
import { addFewRows, addNamed } from '../../graphql/related-fields.ts';
import { rowConnection } from '../../graphql/row-list.ts';
import { StatusLevelEnum, StatusUpdateKindEnum } from '../../graphql/scalars.ts';
import { containerGroups } from '../../registry/container-groups/container-group.queries.ts';
import { ContainerGroup } from '../../registry/container-groups/container-group.schema.ts';
import { containers } from '../../registry/containers/container.queries.ts';
import { Container } from '../../registry/containers/container.schema.ts';
import { isOwned } from '../../registry/reachable.ts';
import { AlertConditionEnum } from './alert-rule.schema.ts';
import { findDeliveries, type DeliveryRow } from './delivery.queries.ts';
import { incidentConditions, incidentReach, incidentsWithin, type IncidentRow } from './incident.queries.ts';
import { acknowledgeIncident, silenceIncident } from './incident.service.ts';

const IncidentStateEnum = builder.enumType('IncidentState', { values: incidentStates });
const AlertOccasionEnum = builder.enumType('AlertOccasion', { values: alertOccasions });
const AlertChannelEnum = builder.enumType('AlertChannel', { values: alertChannels });
const AlertDeliveryStateEnum = builder.enumType('AlertDeliveryState', { values: alertDeliveryStates });

const AlertDelivery = builder.objectRef<DeliveryRow>('AlertDelivery').implement({
  description: 'Who was told of an incident, and what became of it.',
  fields: (t) => ({
    occasion: t.expose('occasion', { type: AlertOccasionEnum }),
    channel: t.expose('channel', { type: AlertChannelEnum }),
    state: t.expose('state', { type: AlertDeliveryStateEnum }),
    attempts: t.exposeInt('attempts'),
    accepted: t.exposeStringList('accepted', { description: 'For whom the mail server took it.' }),
    refused: t.exposeStringList('refused', { description: 'Whom it will not reach.' }),
    pending: t.exposeStringList('pending', { description: 'Whom it has not reached yet.' }),
    failure: t.exposeString('failure', { nullable: true }),
    status: t.exposeInt('status', { nullable: true, description: 'What the mail server, or the webhook, replied.' }),
    finishedAt: t.expose('finished_at', { type: 'DateTime', nullable: true }),
  }),
});

const Incident = builder.objectRef<IncidentRow>('Incident').implement({
  description:
    'Something wrong at a container group, or with a container that stands in none: one for each rule, however many containers and readings say so.',
  fields: (t) => ({
    id: t.exposeID('id'),
    ruleName: t.exposeString('rule_name', { description: 'What the rule was called then.' }),
    condition: t.expose('condition', { type: AlertConditionEnum }),
    readingKind: t.expose('reading_kind', { type: StatusUpdateKindEnum, nullable: true }),
    level: t.expose('level', { type: StatusLevelEnum, nullable: true }),
    threshold: t.exposeInt('threshold', { nullable: true }),
    minutes: t.exposeInt('minutes'),
    openings: t.int({
      nullable: true,
      description:
        'Of `unusual`: how many there were within the hour by which it was opened; null to managers, who read the events of some.',
      resolve: (row, _args, context) => (isOwned(context, 'cardEvent:read', row) ? row.openings : null),
    }),
    usualOpenings: t.int({
      nullable: true,
      description: 'Of `unusual`: as many are usual; null where fewer than five apartments made them, and to managers.',
      resolve: (row, _args, context) => (isOwned(context, 'cardEvent:read', row) ? row.usual_openings : null),
    }),
    state: t.expose('state', { type: IncidentStateEnum }),
    openedAt: t.expose('opened_at', { type: 'DateTime' }),
    acknowledgedAt: t.expose('acknowledged_at', { type: 'DateTime', nullable: true }),
    acknowledgedBy: t.exposeString('acknowledged_by', { nullable: true }),
    escalatedAt: t.expose('escalated_at', { type: 'DateTime', nullable: true }),
    silencedUntil: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Nothing more is told of it before that; null once that is over.',
      resolve: ({ silenced_until: until }) => (until !== null && until.getTime() > Date.now() ? until : null),
    }),
    silencedBy: t.exposeString('silenced_by', { nullable: true }),
    resolvedAt: t.expose('resolved_at', { type: 'DateTime', nullable: true }),
    reopened: t.exposeInt('reopened', { description: 'How often it came back within the day, untold.' }),
    containers: t.field({
      type: [Container],
      extensions: costs({ rows: 5 }),
      description: 'Of which the condition held when it last did.',
      authScopes: { may: 'container:read' },
      resolve: async ({ container_ids }, _args, context) => {
        const found = await Promise.all(container_ids.map((id) => context.load(containers, 'container:read', id)));
        return context.spend(found.filter((row) => row !== null));
      },
    }),
    viewerCanUpdate: t.boolean({
      description: 'Whether the caller may acknowledge it and plan a silence.',
      resolve: (row, _args, context) => isOwned(context, 'incident:settle', row),
    }),
  }),
});
addNamed(Incident, 'container_group_id', ContainerGroup, containerGroups);
addFewRows(Incident, 'deliveries', {
  type: AlertDelivery,
  permission: 'alertRule:read',
  description: 'Who was told.',
  usually: 2,
  read: findDeliveries,
});
const IncidentConnection = connectionOf('Incident', Incident);

const IncidentFilterInput = builder.inputType('IncidentFilter', {
  fields: (t) => ({
    orgId: t.id({ description: 'For those who may read the org.' }),
    containerGroupId: t.id(),
    unresolved: t.boolean({ description: 'True for those that are not resolved, false for those that are.' }),
    state: t.field({ type: IncidentStateEnum }),
  }),
});
export type IncidentFilter = typeof IncidentFilterInput.$inferInput;

builder.queryField('incidents', (t) =>
  t.field({
    type: IncidentConnection,
    description: 'The newest first.',
    authScopes: { may: 'incident:read' },
    args: { ...pageArgs, filter: t.arg({ type: IncidentFilterInput }) },
    resolve: (_root, { filter, ...args }, context) => {
      const asked = {
        permission: 'incident:read',
        reach: incidentReach,
        conditions: incidentConditions(filter ?? {}),
      } as const;
      return rowConnection(context, asked.permission, incidentsWithin(within(context, asked)), args);
    },
  }),
);

builder.mutationFields((t) => ({
  acknowledgeIncident: t.field({
    type: Incident,
    description: 'Says that the caller takes care of it: nobody else is told then.',
    authScopes: { may: 'incident:settle' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, context) => acknowledgeIncident(context, id),
  }),
  silenceIncident: t.field({
    type: Incident,
    description:
      'Plans that nothing more is told of it before a moment, at most 30 days from now; without one, ends the silence.',
    authScopes: { may: 'incident:settle' },
    args: { id: t.arg.id({ required: true }), until: t.arg({ type: 'DateTime' }) },
    resolve: (_root, { id, until }, context) => silenceIncident(context, id, until ?? null),
  }),
}));
