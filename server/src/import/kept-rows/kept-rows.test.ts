import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { anOrg } from '../../testing/factories.ts';
import { asSystem, signIn } from '../../testing/harness.ts';
import type { StagedBatch } from '../reading/stage.ts';
import { applyImport, cancelImport, checkFile, csv, listApartments, mapImport, settled } from '../import.fixture.ts';
import { forgetRows, hasRows, readOnce } from './kept-rows.ts';

const root = await signIn(['root']);
const list = csv('strada;nr;apartament;nume;cnp', 'Str. A;1;1;Popescu;', 'Str. A;1;2;Țîrlea "Ion";', ';;3;;');

const spoilFile = (id: string) =>
  asSystem((tx) =>
    tx
      .updateTable('import_job')
      .set({ content: Buffer.from('no file') })
      .where('id', '=', id)
      .execute(),
  );

/** An org with the list, checked and perhaps changed before it is applied. */
async function applied(before: (id: string) => unknown, text = list) {
  const org = await anOrg();
  const { id } = await checkFile(root, text, { orgId: org.id });
  await before(id);
  await applyImport(root, id);
  const done = await settled(root, id);
  return { id, done, apartments: await listApartments(org.id) };
}

it('applies what the dry run has read, as if the file were read again', async () => {
  const kept = await applied((id) => expect(hasRows(id)).toBe(true));
  const readAgain = await applied((id) => forgetRows(id));

  expect(kept.apartments).toEqual(['Str. A/1//A/1', 'Str. A/1//A/2']);
  expect(readAgain.apartments).toEqual(kept.apartments);
  expect(readAgain.done.counts).toEqual(kept.done.counts);
  expect(hasRows(kept.id)).toBe(false);
});

it('reads no file for it', async () => {
  const good = csv('strada;apartament', 'Str. A;1');

  const { done, apartments } = await applied(spoilFile, good);

  expect([done.state, apartments]).toEqual(['applied', ['Str. A///A/1']]);
});

it('reads the file anew when its columns mean something else, and forgets its rows with the job', async () => {
  const org = await anOrg();
  const { id, mapping } = await checkFile(root, csv('strada;nr;apartament', 'Str. A;9;1'), { orgId: org.id });
  const { number: _left, ...otherwise } = mapping;

  await mapImport(root, id, otherwise);
  await settled(root, id);
  await applyImport(root, id);
  await settled(root, id);
  const cancelled = await checkFile(root, list, { orgId: org.id });
  await cancelImport(root, cancelled.id);
  const refused = await checkFile(root, list, { orgId: org.id });
  await spoilFile(refused.id);
  await mapImport(root, refused.id, { street: 'strada' });

  expect(await listApartments(org.id)).toEqual(['Str. A///A/1']);
  expect(hasRows(cancelled.id)).toBe(false);
  expect(await settled(root, refused.id)).toMatchObject({ state: 'failed' });
  expect(hasRows(refused.id)).toBe(false);
});

const batch: StagedBatch = {
  staged: { length: 1, columns: ['{1}', null, '{"ș\\"😀"}'] },
  problems: { length: 0, columns: [] },
  rowsDone: 1,
};

it('keeps what was read whole, for the key that its numbers are sealed with', async () => {
  const job = { id: randomUUID(), kind: 'buildings', format: {} as never, mapping: {} } as const;
  let reads = 0;
  const read = async (state: 'checking' | 'applying', key: number, failing = false) => {
    const handedOn: StagedBatch[] = [];
    await readOnce({
      job: { ...job, state },
      keys: { current: Buffer.alloc(32, key), old: [], oldFormat: false },
      signal: new AbortController().signal,
      read: async (onBatch) => {
        reads += 1;
        await onBatch(batch);
        if (failing) {
          throw new Error('ends early');
        }
      },
      onBatch: async (each) => void handedOn.push(each),
    });
    return handedOn;
  };

  await expect(read('checking', 1, true)).rejects.toThrow('ends early');
  expect(hasRows(job.id)).toBe(false);
  expect([await read('checking', 1), await read('checking', 1), reads]).toEqual([[batch], [batch], 2]);
  expect([await read('applying', 2), reads, hasRows(job.id)]).toEqual([[batch], 3, false]);
  expect([await read('checking', 2), await read('applying', 2), reads]).toEqual([[batch], [batch], 4]);
  expect(hasRows(job.id)).toBe(false);
});
