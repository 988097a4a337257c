import { describe, expect, it } from 'vitest';
import { importLimits } from '@noa/domain/imports/import.ts';
import { anOrg } from '../../testing/factories.ts';
import { signIn, type Caller } from '../../testing/harness.ts';
import { isThorough } from '../../testing/rounds.ts';
import { applyImport, checkFile, importFile, importGoodRows, settled } from '../import.fixture.ts';

const [root, other] = [await signIn(['root']), await signIn(['root'])];
const csv = (...rows: string[]) => `${rows.join('\n')}\n`;

const badRowsOf = async (caller: Caller, id: string) => {
  const { data } = await caller.run('query ($id: ID!) { importJob(id: $id) { header badRows } }', { id });
  return data.importJob;
};

const header = 'Administrator;Notă';
const tooLong = 'x'.repeat(121);

describe('rows with problems', () => {
  it('are given back as they came, while the file is checked and when its good rows are applied', async () => {
    const org = await anOrg();
    const text = csv(header, 'Asociația 1;bună', `${tooLong};prea lungă`, ';fără nume', 'Asociația 2;');

    const checked = await checkFile(root, text, { orgId: org.id, kind: 'managers' });
    const before = await badRowsOf(root, checked.id);
    const applied = await importGoodRows(root, text, { orgId: org.id, kind: 'managers' });
    const after = await badRowsOf(root, applied.id);

    const bad = { header: ['Administrator', 'Notă'], badRows: [{ number: 3, cells: [tooLong, 'prea lungă'] }] };
    expect(before).toEqual(bad);
    expect(applied).toMatchObject({ state: 'applied', counts: { managers: { create: 2 } } });
    expect(after).toEqual(bad);
  });

  it('go in as a file of their own once they are mended', async () => {
    const org = await anOrg();
    const first = await importGoodRows(root, csv(header, 'Asociația 1;', `${tooLong};`), {
      orgId: org.id,
      kind: 'managers',
    });
    const { badRows } = await badRowsOf(root, first.id);
    const mended = csv(`${header};Motiv`, ...badRows.map(() => 'Asociația 2;;Prea lung'));

    const second = await importFile(root, mended, { orgId: org.id, kind: 'managers' });

    expect(second).toMatchObject({ state: 'applied', counts: { problems: 0, managers: { create: 1 } } });
  });

  it.each([
    ['buildings', 'bloc;scara;apartamente', ['F3;A;2', 'F4;A;1', 'F3;A;3', 'F3;B;4']],
    ['buildings', 'strada;bloc;scara;apartament;administrator', ['Florilor 1;A;1;1;Unu', 'Florilor 1;A;1;2;Doi']],
    [
      'containers',
      'Grup de containere;Nr. serie;Fracție;Volum;Tambur',
      ['12;C-1;Hârtie;1100;20', '12;C-1;Hârtie;770;20'],
    ],
    ['members', 'e-mail;rol', ['ana@noa.test;local_implementer', 'ana@noa.test;local_reporter']],
    ['cards', 'serie;aviz', ['04A1B2C3;1', '04A1B2C3;2']],
    ['managers', 'administrator;notă', ['Asociația; Unu;bună']],
  ])(
    'that say otherwise than a row above, or more than the header, are bad again when they are sent back as they are: %s, %s',
    async (kind, first, rows) => {
      const org = await anOrg();
      const done = await importGoodRows(root, csv(first, ...rows), { orgId: org.id, kind, createMissing: true });
      const { badRows } = await badRowsOf(root, done.id);
      const back = badRows.map(({ cells, surplus = [] }: { cells: string[]; surplus?: string[] }) =>
        [...cells, 'de corectat', ...surplus].join(';'),
      );

      const again = await checkFile(root, csv(`${first};Motiv`, ...back), {
        orgId: org.id,
        kind,
        createMissing: true,
      });

      expect(done.counts.problems).toBeGreaterThan(0);
      expect(again.counts).toMatchObject({ rows: badRows.length, problems: done.counts.problems });
      const changes: unknown[] = Object.values(again.counts).filter((each) => typeof each === 'object');
      expect(changes).toEqual(changes.map(() => ({ create: 0, update: 0, same: expect.any(Number) })));
    },
  );

  it('are kept behind more remarks than are kept', async () => {
    const org = await anOrg();
    const remarked = Array.from({ length: importLimits.problems + 1 }, () => 'Asociația 1;');
    const text = csv(header, ...remarked, `${tooLong};prea lungă`);
    const upload = { orgId: org.id, kind: 'managers' };
    const badRows = [{ number: remarked.length + 2, cells: [tooLong, 'prea lungă'] }];

    const checked = await checkFile(root, text, upload);
    expect(checked.counts).toMatchObject({ problems: 1, warnings: importLimits.problems });
    expect(await badRowsOf(root, checked.id)).toMatchObject({ badRows });
    if (isThorough) {
      // That they stay when good rows are applied is tried above with few.
      await applyImport(root, checked.id);
      expect(await settled(root, checked.id)).toMatchObject({ state: 'applied' });
      expect(await badRowsOf(root, checked.id)).toMatchObject({ badRows });
    }
  });

  it('are given to nobody but whoever brought the file', async () => {
    const org = await anOrg();
    const { id } = await importGoodRows(root, csv(header, 'Asociația 1;', `${tooLong};`), {
      orgId: org.id,
      kind: 'managers',
    });

    expect(await badRowsOf(other, id)).toMatchObject({ badRows: null });
  });

  it('are none in a file without problems', async () => {
    const org = await anOrg();
    const { id } = await importFile(root, csv(header, 'Asociația 1;'), { orgId: org.id, kind: 'managers' });

    expect(await badRowsOf(root, id)).toMatchObject({ badRows: [] });
  });
});
