import { parseInput } from '@noa/domain/input.ts';
import { purposeInput } from '@noa/domain/personal-data.ts';
import { builder } from '../../graphql/builder.ts';
import { getRecord } from '../../records/record.ts';
import { orgs } from '../../registry/orgs/org.queries.ts';
import { ExportTicket } from '../../reports/export/export.schema.ts';
import { reportsOf } from '../../reports/reports.ts';
import { archiveNameOf } from './open-archive.ts';

builder.mutationField('createOrgArchive', (t) =>
  t.field({
    type: ExportTicket,
    description:
      'Everything of an org as one archive, but for occupiers’ ID numbers. The audit has who fetched it and what for; `npx noa import` brings it into an empty org.',
    authScopes: { may: 'org:write' },
    args: {
      orgId: t.arg.id({ required: true }),
      purpose: t.arg.string({ required: true, description: 'What it is for, in 3 to 200 characters.' }),
    },
    resolve: async (_root, { orgId, ...given }, context) => {
      const { purpose } = parseInput(purposeInput, given);
      const org = await context.read('org:write', (tx, scope) => getRecord(tx, orgs, scope, orgId));
      const fileName = archiveNameOf(org, new Date());
      return reportsOf(context.db).downloads.prepare(context, { kind: 'archive', orgId: org.id, purpose, fileName });
    },
  }),
);
