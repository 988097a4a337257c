import { describe, expect, it } from 'vitest';
import {
  applyImport,
  checkFile,
  countRecords,
  importFile,
  importGoodRows,
  mapImport,
  rereadImport,
  settled,
} from '../import.fixture.ts';
import { anOrg, aTowerBlock } from '../../testing/factories.ts';
import { asSystem, signIn } from '../../testing/harness.ts';

const root = await signIn(['root']);

const csv = (...rows: string[]) => ['Județ;Localitate;Strada;Nr;Bloc;Apartamente', ...rows, ''].join('\n');
const pascani = { county: 'Iași', locality: 'Pașcani' };

const Matches = `query ($id: ID!, $outcome: ImportMatchOutcome) { importJob(id: $id) {
  state mapping
  matchCounts { same probably new undecided }
  matches(first: 50, outcome: $outcome) {
    totalCount
    nodes { rowNumber addrStreet addrNr addrBl outcome reason score decision towerBlock { id addrStreet } }
  }
} }`;
const Decide = `mutation ($id: ID!, $rows: [Int!], $street: ImportStreet, $decision: ImportMatchDecision) {
  decideImportMatches(id: $id, rows: $rows, street: $street, decision: $decision) { id state }
}`;

const findMatches = async (id: string, outcome?: string) =>
  (await root.run(Matches, { id, outcome: outcome ?? null })).data.importJob;
const decide = (id: string, decided: Record<string, unknown>) => root.run(Decide, { id, ...decided });

/** An org with blocks as the post writes their streets. */
async function aTown() {
  const org = await anOrg();
  const alecsandri = await aTowerBlock({
    ...pascani,
    org_id: org.id,
    addr_street: 'Strada Alecsandri Vasile, poet',
    addr_nr: '5',
    addr_bl: '3',
  });
  const eminescu = await aTowerBlock({
    ...pascani,
    org_id: org.id,
    addr_street: 'Strada Eminescu Mihai',
    addr_nr: '1',
    addr_bl: '',
  });
  return { org, alecsandri, eminescu };
}

const list = csv(
  'IASI;Mun. PASCANI;Str. Vasile Alecsandri;nr. 5;bl. 3;2',
  'IASI;Mun. PASCANI;Str. Eminescu;1;;1',
  'IASI;Mun. PASCANI;Str. Eminescu;21;;1',
);

describe('a list that writes addresses otherwise than the registry', () => {
  it('is joined where it is the same beyond doubt, left out where probably until somebody decides, and new elsewhere', async () => {
    const { org, alecsandri, eminescu } = await aTown();

    const job = await checkFile(root, list, { orgId: org.id });

    expect(job).toMatchObject({
      state: 'checked',
      counts: { problems: 1, towerBlocks: { create: 1, same: 1, update: 0 } },
      problems: {
        nodes: [{ rowNumber: 3, field: 'street', value: 'Str. Eminescu 1', reason: 'import.undecidedAddress' }],
      },
    });
    const { matchCounts, matches } = await findMatches(job.id);
    expect(matchCounts).toEqual({ same: 1, probably: 1, new: 1, undecided: 1 });
    expect(matches).toMatchObject({
      totalCount: 3,
      nodes: [
        { rowNumber: 2, outcome: 'same', towerBlock: { id: alecsandri.id }, decision: null },
        { rowNumber: 3, outcome: 'probably', reason: 'streetShortened', towerBlock: { id: eminescu.id } },
        { rowNumber: 4, outcome: 'new', reason: 'unknownBlock', towerBlock: null },
      ],
    });
    expect((await findMatches(job.id, 'probably')).matches).toMatchObject({ totalCount: 1, nodes: [{ rowNumber: 3 }] });
  });

  it('keeps the registry’s spelling when it is applied, and makes no block that may be there already', async () => {
    const { org, alecsandri } = await aTown();

    const job = await importGoodRows(root, list, { orgId: org.id });

    const block = await asSystem((tx) =>
      tx.selectFrom('tower_block').selectAll().where('id', '=', alecsandri.id).executeTakeFirstOrThrow(),
    );
    expect(block).toMatchObject({ addr_street: 'Strada Alecsandri Vasile, poet', addr_nr: '5', addr_bl: '3' });
    expect(await countRecords(org.id)).toEqual([3, 2, 3]);
    const { data } = await root.run('query ($id: ID!) { importJob(id: $id) { badRows } }', { id: job.id });
    expect(data.importJob.badRows).toMatchObject([{ number: 3 }]);
  });

  it.each([
    ['the alley, as the registry writes it', 'ALEEA FLORILOR', 'probably', 'claimedTwice'],
    ['another street', 'Strada Nouă', 'same', 'streetType'],
  ])(
    'has a street by the name of a alley, and %s: it is asked about where it has both',
    async (_what, beside, ...found) => {
      const { id: orgId } = await anOrg();
      const alley = await aTowerBlock({
        ...pascani,
        org_id: orgId,
        addr_street: 'Aleea Florilor',
        addr_nr: '5',
        addr_bl: '',
      });
      const rows = ['Strada Florilor', beside].map((street) => `Iași;Pașcani;${street};5;;3`);

      const { id } = await checkFile(root, csv(...rows), { orgId });

      const [outcome, reason] = found;
      expect((await findMatches(id)).matches.nodes[0]).toMatchObject({
        rowNumber: 2,
        outcome,
        reason,
        towerBlock: { id: alley.id },
      });
    },
  );

  it.each(['Al. Florilor', 'aleea florilor,'])('may write one block in two ways: %s', async (street) => {
    const { id: orgId } = await anOrg();
    await aTowerBlock({ ...pascani, org_id: orgId, addr_street: 'Aleea Florilor', addr_nr: '5', addr_bl: '' });

    const { id } = await checkFile(root, csv('Iași;Pașcani;Aleea Florilor;5;;3', `Iași;Pașcani;${street};5;;3`), {
      orgId,
    });

    expect((await findMatches(id)).matches.nodes).toMatchObject([{ rowNumber: 3, outcome: 'same' }]);
  });

  it('keeps the registry’s spelling where the address differs in letters’ case and diacritics only', async () => {
    const { org, eminescu } = await aTown();
    const shouted = csv('IASI;PASCANI;STRADA EMINESCU MIHAI;1;;1');

    const job = await importFile(root, shouted, { orgId: org.id });

    expect(job).toMatchObject({ state: 'applied', counts: { towerBlocks: { create: 0, same: 1, update: 0 } } });
    const block = await asSystem((tx) =>
      tx.selectFrom('tower_block').selectAll().where('id', '=', eminescu.id).executeTakeFirstOrThrow(),
    );
    expect(block).toMatchObject({ ...pascani, addr_street: 'Strada Eminescu Mihai' });
  });

  it.each([
    [
      'says no locality, where the registry has one',
      csv(';;Strada Eminescu Mihai;1;;1', ';;Strada Alecsandri Vasile, poet;5;3;1', ';;Str. Nouă;9;;1'),
    ],
    [
      'says the locality alone, and no county',
      csv(
        ';Pașcani;Strada Eminescu Mihai;1;;1',
        ';Pașcani;Strada Alecsandri Vasile, poet;5;3;1',
        ';Pașcani;Str. Nouă;9;;1',
      ),
    ],
  ])('is asked about by its own blocks where it %s', async (_how, unsure) => {
    const { org, alecsandri, eminescu } = await aTown();

    const { id } = await checkFile(root, unsure, { orgId: org.id });

    expect((await findMatches(id)).matches.nodes).toMatchObject([
      { rowNumber: 2, outcome: 'probably', reason: 'localityUnsure', towerBlock: { id: eminescu.id } },
      { rowNumber: 3, outcome: 'probably', reason: 'localityUnsure', towerBlock: { id: alecsandri.id } },
      { rowNumber: 4, outcome: 'new', towerBlock: null },
    ]);
  });

  it('is matched anew when it is read otherwise: of what was proposed and decided before nothing is left', async () => {
    const { org } = await aTown();
    const { id } = await checkFile(root, list, { orgId: org.id });
    await decide(id, { rows: [3], decision: 'accepted' });

    await rereadImport(root, id, { headerRow: 2 });

    expect(await findMatches(id)).toMatchObject({ matches: { totalCount: 0 }, matchCounts: { same: 0, undecided: 0 } });
  });

  it('is joined where a person accepts a row, after another dry run', async () => {
    const { org, eminescu } = await aTown();
    const { id, mapping } = await checkFile(root, list, { orgId: org.id });

    const { data } = await decide(id, { rows: [3], decision: 'accepted' });
    expect(data.decideImportMatches.state).toBe('uploaded');
    await mapImport(root, id, mapping);

    expect(await settled(root, id)).toMatchObject({
      state: 'checked',
      counts: { towerBlocks: { create: 1, same: 2 } },
    });
    expect((await findMatches(id)).matchCounts.undecided).toBe(0);
    await applyImport(root, id);
    expect(await settled(root, id)).toMatchObject({ state: 'applied' });
    const entrances = await asSystem((tx) =>
      tx.selectFrom('entrance').select('id').where('tower_block_id', '=', eminescu.id).execute(),
    );
    expect(entrances).toHaveLength(1);
  });

  it('is told apart where a person refuses what is the same', async () => {
    const { org } = await aTown();
    const { id, mapping } = await checkFile(root, list, { orgId: org.id });

    await decide(id, { rows: [2], decision: 'refused' });
    await mapImport(root, id, mapping);

    expect(await settled(root, id)).toMatchObject({ counts: { problems: 1, towerBlocks: { create: 2, same: 0 } } });
    expect((await findMatches(id)).matches.nodes[0]).toMatchObject({ outcome: 'same', decision: 'refused' });
  });

  it('has all proposals of a street decided at once, and the decision taken back', async () => {
    const { org } = await aTown();
    await aTowerBlock({ ...pascani, org_id: org.id, addr_street: 'Strada Eminescu Mihai', addr_nr: '3', addr_bl: '' });
    const both = csv('Iași;Pașcani;Eminescu;1;;1', 'Iași;Pașcani;EMINESCU;3;;1', 'Iași;Pașcani;Alecsandri;5;;1');
    const { id } = await checkFile(root, both, { orgId: org.id });
    const street = { locality: 'PASCANI', street: 'eminescu' };

    await decide(id, { street, decision: 'accepted' });
    expect((await findMatches(id)).matchCounts).toMatchObject({ probably: 3, undecided: 1 });

    await decide(id, { street, decision: null });
    expect((await findMatches(id)).matchCounts.undecided).toBe(3);
  });

  it('is only proposed where both have ids of their own, or the locality is not said', async () => {
    const { org, alecsandri } = await aTown();
    await asSystem((tx) =>
      tx.updateTable('tower_block').set({ source_ref: 'own:7' }).where('id', '=', alecsandri.id).execute(),
    );
    const numbered = 'source_id;Județ;Localitate;Strada;Nr;Bloc;Apartamente\n12;Iași;Pașcani;V. Alecsandri;5;3;1\n';
    const bare = 'Strada;Nr;Bloc;Apartamente\nV. Alecsandri;5;3;1\n';

    const ofNumbered = await findMatches((await checkFile(root, numbered, { orgId: org.id })).id);
    const ofBare = await findMatches((await checkFile(root, bare, { orgId: org.id })).id);

    expect(ofNumbered.matches.nodes).toMatchObject([{ outcome: 'probably', reason: 'otherSource' }]);
    expect(ofBare.matches.nodes).toMatchObject([{ outcome: 'probably', reason: 'localityUnsure' }]);
  });
});

describe('deciding proposals', () => {
  it('is refused for rows that are none, without any, and once the import has ended', async () => {
    const { org } = await aTown();
    const { id } = await checkFile(root, list, { orgId: org.id });

    expect((await decide(id, { rows: [4], decision: 'accepted' })).errors?.[0]).toMatchObject({
      code: 'ValidationFailed',
      fields: { rows: 'form.notFound' },
    });
    expect((await decide(id, { decision: 'accepted' })).errors?.[0]).toMatchObject({
      fields: { rows: 'form.required' },
    });
    expect((await findMatches(id)).state).toBe('checked');
    await applyImport(root, id);
    await settled(root, id);
    expect((await decide(id, { rows: [3], decision: 'accepted' })).errors?.[0]).toMatchObject({ code: 'Conflict' });
  });
});
