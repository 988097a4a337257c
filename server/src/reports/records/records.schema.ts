import { reportLimits } from '@noa/domain/reporting/report.ts';
import { mostItems } from '../../graphql/bounds/list-lengths.ts';
import { builder } from '../../graphql/builder.ts';
import { costs, paged } from '../../graphql/cost.ts';
import { apartments } from '../../registry/apartments/apartment.queries.ts';
import { Apartment } from '../../registry/apartments/apartment.schema.ts';
import { cards } from '../../registry/cards/card.queries.ts';
import { Card } from '../../registry/cards/card.schema.ts';
import { containerGroups } from '../../registry/container-groups/container-group.queries.ts';
import { ContainerGroup } from '../../registry/container-groups/container-group.schema.ts';
import { containers } from '../../registry/containers/container.queries.ts';
import { Container } from '../../registry/containers/container.schema.ts';
import { CardEvent } from '../../telemetry/card-events/card-event.schema.ts';
import { askReport } from '../report.service.ts';
import { labelCells, readingFor } from '../report-labels.ts';
import { ReportGroupingEnum, ReportInput, ReportLabelObject, ReportMetricEnum } from '../report.schema.ts';
import { findReportRecords, type ReportRecord, type ReportRecords } from './records.service.ts';

const ReportRecordObject = builder.objectRef<ReportRecord>('ReportRecord').implement({
  description: 'One record behind a figure: whichever of its kinds it is, the others are null.',
  fields: (t) => ({
    cardEvent: t.field({
      type: CardEvent,
      nullable: true,
      authScopes: { may: 'cardEvent:read' },
      resolve: ({ event }) => event ?? null,
    }),
    apartment: t.field({
      type: Apartment,
      nullable: true,
      authScopes: { may: 'apartment:read' },
      resolve: ({ apartmentId, moment }, _args, context) =>
        context.at(moment).load(apartments, 'apartment:read', apartmentId ?? null),
    }),
    containerGroup: t.field({
      type: ContainerGroup,
      nullable: true,
      authScopes: { may: 'containerGroup:read' },
      resolve: ({ containerGroupId, moment }, _args, context) =>
        context.at(moment).load(containerGroups, 'containerGroup:read', containerGroupId ?? null),
    }),
    container: t.field({
      type: Container,
      nullable: true,
      authScopes: { may: 'container:read' },
      resolve: ({ containerId, moment }, _args, context) =>
        context.at(moment).load(containers, 'container:read', containerId ?? null),
    }),
    card: t.field({
      type: Card,
      nullable: true,
      authScopes: { may: 'card:read' },
      resolve: ({ cardId, moment }, _args, context) => context.at(moment).load(cards, 'card:read', cardId ?? null),
    }),
    at: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it happened; null for what is merely there.',
      resolve: ({ at }) => (at ? new Date(`${at.replace(' ', 'T')}Z`) : null),
    }),
  }),
});

const ReportRecordsObject = builder.objectRef<ReportRecords>('ReportRecords').implement({
  extensions: paged,
  description: 'The records behind one figure of a report.',
  fields: (t) => ({
    recordCount: t.exposeInt('count', {
      description: 'The figure itself, if it counts; of a sum or a percentage, how many records it is made of.',
    }),
    withheldCount: t.exposeInt('withheld', {
      description: 'Of them, those that the caller may count, and not learn which they are.',
    }),
    records: t.expose('records', {
      type: [ReportRecordObject],
      description: 'Events newest first; apartments, container groups and containers by address or number.',
    }),
    labels: t.field({
      type: [ReportLabelObject],
      extensions: costs({ rows: 2 }),
      description: 'What people call the records that the cell names.',
      resolve: ({ cell }, _args, context) => {
        const values = cell.map(({ value }) => (typeof value === 'string' ? value : null));
        const groupBy = cell.map(({ grouping }) => grouping);
        return labelCells(readingFor(context), groupBy, [values]);
      },
    }),
    cursor: t.exposeString('cursor', { nullable: true, description: 'For `after`; null on the last page.' }),
    freshAsOf: t.expose('freshAsOf', {
      type: 'DateTime',
      description: 'Every event committed before it is there; or the moment at which the registry is read.',
    }),
  }),
});

const ReportCell = builder.inputType('ReportCell', {
  extensions: mostItems(reportLimits.groupings),
  fields: (t) => ({
    grouping: t.field({ type: ReportGroupingEnum, required: true, description: 'One that the report is grouped by.' }),
    value: t.field({ type: 'JSON', description: 'As the report shows it; null for rows that have none.' }),
  }),
});

builder.queryField('reportRecords', (t) =>
  t.field({
    type: ReportRecordsObject,
    extensions: costs({ own: 500 }),
    description: 'What a figure of a report counts or adds up.',
    authScopes: { may: 'report:read' },
    args: {
      name: t.arg.string({ required: true }),
      input: t.arg({ type: ReportInput, required: true, description: 'The report’s own; its pages do not matter.' }),
      cell: t.arg({ type: [ReportCell], description: 'The row it stands in; none for a total.' }),
      metric: t.arg({ type: ReportMetricEnum, required: true }),
      first: t.arg.int({ description: '1 to 200.' }),
      after: t.arg.string(),
    },
    resolve: (_root, { name, input, cell, metric, first, after }, context) =>
      findReportRecords(
        context,
        askReport(context, name, { ...input, first: null, after: null }),
        { cell: (cell ?? []).map(({ grouping, value }) => ({ grouping, value: value ?? null })), metric },
        { first, after },
      ),
  }),
);
