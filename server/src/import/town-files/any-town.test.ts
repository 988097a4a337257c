import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anOrg } from '../../testing/factories.ts';
import { signIn } from '../../testing/harness.ts';
import { rounds } from '../../testing/rounds.ts';
import { importGoodRows, listApartments } from '../import.fixture.ts';
import { apartmentsOf, shape, town, writeTown } from './town.fixture.ts';

const root = await signIn(['root']);

it('whatever file a town is written to, what lands is the town, and what does not has a reason', async () => {
  await fc.assert(
    fc.asyncProperty(town, shape, async (blocks, how) => {
      const org = await anOrg();
      const { bytes, refused, remarked } = writeTown(blocks, how);

      const done = await importGoodRows(root, bytes, { orgId: org.id, name: `lista.${how.file}` });

      const found = done.problems.nodes as { rowNumber: number; reason: string; isWarning: boolean }[];
      const of = (isWarning: boolean) =>
        found.flatMap((each) => (each.isWarning === isWarning ? [`${each.rowNumber} ${each.reason}`] : [])).toSorted();
      expect({
        state: done.state,
        apartments: (await listApartments(org.id)).toSorted(),
        refused: of(false),
        remarked: of(true),
      }).toEqual({
        state: 'applied',
        apartments: apartmentsOf(blocks),
        refused: refused.toSorted(),
        remarked: remarked.toSorted(),
      });
    }),
    // Making a failure smaller takes longer than a test may.
    { numRuns: rounds(6, 60), endOnFailure: true },
  );
});
