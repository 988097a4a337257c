import { builder } from '../graphql/builder.ts';
import type { Progress } from './engine/engine.ts';
import { reportsOf } from './reports.ts';

/** In hundredths: how many events there are, all orgs together, is nobody's to know. What was expected is about; more may come. */
export const shareOf = ({ events, expected }: Progress): number | null =>
  expected === null ? null : Math.floor((100 * events) / Math.max(expected, events, 1)) / 100;

const ReportProgress = builder.objectRef<Progress>('ReportProgress').implement({
  description: 'How far the copy of the events has come that reports count over.',
  fields: (t) => ({
    share: t.float({
      nullable: true,
      description: 'From 0 to 1, in hundredths; null when nobody has counted yet.',
      resolve: shareOf,
    }),
  }),
});

builder.queryField('reportProgress', (t) =>
  t.field({
    type: ReportProgress,
    nullable: true,
    description: 'While it is being built, which reports wait for; null otherwise.',
    authScopes: { may: 'report:read' },
    resolve: (_root, _args, context) => reportsOf(context.db).engine.progress,
  }),
);
