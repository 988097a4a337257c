import { builder } from '../graphql/builder.ts';
import type { Progress } from './projection/projection.ts';
import { reportsOf } from './reports.ts';

const ReportProgress = builder.objectRef<Progress>('ReportProgress').implement({
  description: 'How far the copy of the events has come that reports count over.',
  fields: (t) => ({
    events: t.exposeInt('events'),
    expected: t.exposeInt('expected', { nullable: true, description: 'About; null when nobody has counted yet.' }),
  }),
});

builder.queryField('reportProgress', (t) =>
  t.field({
    type: ReportProgress,
    nullable: true,
    description: 'While it is being built, which reports wait for; null otherwise.',
    authScopes: { may: 'report:read' },
    resolve: (_root, _args, context) => reportsOf(context.db).projection.progress,
  }),
);
