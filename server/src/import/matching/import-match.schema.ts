import { matchOutcomes, matchReasons } from '@noa/domain/addresses/match.ts';
import { builder } from '../../graphql/builder.ts';
import { connectionOf } from '../../graphql/connection.ts';
import { pageArgs } from '../../graphql/list.ts';
import { listRows } from '../../graphql/row-list.ts';
import { towerBlocks } from '../../registry/tower-blocks/tower-block.queries.ts';
import { TowerBlock } from '../../registry/tower-blocks/tower-block.schema.ts';
import { ImportJob } from '../import.schema.ts';
import {
  countMatches,
  matchDecisions,
  matchesOf,
  type ImportMatchRow,
  type MatchCounts,
} from './import-match.queries.ts';
import { decideImportMatches } from './import-match.service.ts';

const Outcome = builder.enumType('ImportMatchOutcome', {
  description:
    'Only what is `same` is joined by itself; `probably` is a person’s to decide; of what is `new` there is nothing like it.',
  values: matchOutcomes,
});
const Reason = builder.enumType('ImportMatchReason', { values: matchReasons });
const Decision = builder.enumType('ImportMatchDecision', { values: matchDecisions });

const ImportMatch = builder.objectRef<ImportMatchRow>('ImportMatch').implement({
  description:
    'An address of the file that the registry has not letter by letter, and the tower block that it may mean.',
  fields: (t) => ({
    rowNumber: t.exposeInt('row_number', { description: 'The first row of the file with the address.' }),
    county: t.exposeString('county'),
    locality: t.exposeString('locality'),
    addrStreet: t.exposeString('addr_street'),
    addrNr: t.exposeString('addr_nr'),
    addrBl: t.exposeString('addr_bl'),
    outcome: t.expose('outcome', { type: Outcome }),
    reason: t.expose('reason', { type: Reason, description: 'The worst of what differs.' }),
    score: t.exposeFloat('score', { description: 'How alike the two are, from 0 to 1.' }),
    towerBlock: t.field({
      type: TowerBlock,
      nullable: true,
      description: 'Null of what is new, and of a tower block that is there no more.',
      authScopes: { may: 'towerBlock:read' },
      resolve: ({ tower_block_id: id }, _args, context) => context.load(towerBlocks, 'towerBlock:read', id),
    }),
    decision: t.expose('decision', {
      type: Decision,
      nullable: true,
      description: 'What a person said of it; null: what the outcome says.',
    }),
  }),
});
const ImportMatchConnection = connectionOf('ImportMatch', ImportMatch);

const ImportMatchCounts = builder.objectRef<MatchCounts>('ImportMatchCounts').implement({
  fields: (t) => ({
    same: t.exposeInt('same'),
    probably: t.exposeInt('probably'),
    new: t.exposeInt('new'),
    undecided: t.exposeInt('undecided', {
      description: 'Of those that are probably the same; their rows are left out until somebody decides.',
    }),
  }),
});

builder.objectFields(ImportJob, (t) => ({
  matches: t.field({
    type: ImportMatchConnection,
    description:
      'Addresses that the last dry run found in the registry otherwise, or not at all, in the order of the file.',
    args: { ...pageArgs, outcome: t.arg({ type: Outcome }) },
    resolve: async ({ id }, { outcome, ...args }, context) => ({
      page: await context.read('import:run', (tx) => listRows(tx, matchesOf(id, outcome), args)),
      count: async () => {
        const { undecided: _undecided, ...counts } = await context.read('import:run', (tx) => countMatches(tx, id));
        return outcome ? counts[outcome] : counts.same + counts.probably + counts.new;
      },
    }),
  }),
  matchCounts: t.field({
    type: ImportMatchCounts,
    resolve: ({ id }, _args, context) => context.read('import:run', (tx) => countMatches(tx, id)),
  }),
}));

const ImportStreet = builder.inputType('ImportStreet', {
  description: 'A street as the file writes it.',
  fields: (t) => ({ locality: t.string({ required: true }), street: t.string({ required: true }) }),
});

builder.mutationField('decideImportMatches', (t) =>
  t.field({
    type: ImportJob,
    description:
      'Says of proposals whether they are what the file means: of some rows, or of all that are probably the same in a street. The dry run has then to be started again.',
    authScopes: { may: 'import:run' },
    args: {
      id: t.arg.id({ required: true }),
      rows: t.arg.intList({ description: 'Row numbers, at most 1,000.' }),
      street: t.arg({ type: ImportStreet }),
      decision: t.arg({ type: Decision, description: 'Null takes it back.' }),
    },
    resolve: (_root, { id, ...decided }, context) => decideImportMatches(context, id, decided),
  }),
);
