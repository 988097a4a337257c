import { builder } from '../../graphql/builder.ts';
import { ImportJob } from '../import.schema.ts';
import { findBadRows } from './bad-rows.ts';

builder.objectField(ImportJob, 'badRows', (t) =>
  t.field({
    type: 'JSON',
    nullable: true,
    description:
      'The rows with problems as they came, `[{ number, cells, surplus }]` (what stands behind the last column, if anything does), and the good rows that they disagree with, so that all of them can be sent back; the cells as in `header` without the columns that addresses are taken apart into: for whoever brought the file alone, until 30 days after it was applied.',
    resolve: (job, _args, context) => findBadRows(context, job),
  }),
);
