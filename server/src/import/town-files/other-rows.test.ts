import { describe, expect, it } from 'vitest';
import type { ImportKind } from '@noa/domain/imports/import.ts';
import { anOrg } from '../../testing/factories.ts';
import { signIn } from '../../testing/harness.ts';
import { csv, importGoodRows, listApartments } from '../import.fixture.ts';
import { workbookOf, type TestCell } from '../reading/nasty/workbook.fixture.ts';

const root = await signIn(['root']);

/** What became of a list: its apartments, and what was said of its rows. */
async function importList(content: Uint8Array | string, kind: ImportKind = 'buildings') {
  const org = await anOrg();
  const name = typeof content === 'string' ? 'lista.csv' : 'lista.xlsx';
  const done = await importGoodRows(root, content, { orgId: org.id, kind, name });
  const found = done.problems.nodes.map(({ rowNumber, value, reason, isWarning }: Record<string, unknown>) =>
    [rowNumber, ...(isWarning === true ? ['?'] : []), value, reason].join(' '),
  );
  return { found, counts: done.counts, apartments: await listApartments(org.id) };
}

const sheet = (rows: readonly (readonly TestCell[])[], merges: readonly string[] = []) =>
  workbookOf([{ name: 'Lista', rows, merges }]);

const header = 'Nr. crt.;Strada;Nr.;Bloc;Scara;Ap.';
const [one, two] = ['1;Str. A;1;B1;A;1', '2;Str. A;1;B1;A;2'];
const both = ['Str. A/1/B1/A/1', 'Str. A/1/B1/A/2'];

describe('a sum between the rows or below them', () => {
  it.each([
    'Total bloc B1',
    'TOTAL GENERAL APARTAMENTE',
    'Total scara A: 20',
    'Total str. Unirii',
    'TOTAL LOCALITATE PAȘCANI',
    'Total pagina 1',
    'Total general: 1.250',
    'Subtotal cartier',
    'De reportat',
    'Report pag. 1',
    'TOTAL = 20',
  ])('is none of them (%s)', async (word) => {
    const sums = [`${word};;;;;20`, `;${word};;;;20`, `${word};;;;;`];

    const { found, apartments } = await importList(csv(header, one, ...sums, two));

    expect(found).toEqual([
      ...[3, 4].map((row) => `${row} ${word} import.totalRow`),
      `5 ? Nr. crt.: ${word} import.unmappedOnly`,
    ]);
    expect(apartments).toEqual(both);
  });

  it('is told from names that begin alike', async () => {
    const { counts } = await importList(
      csv('Administrator;Telefon', 'Total Residence;1', 'Totalia 2;2', 'Reportaj SRL;3'),
      'managers',
    );

    expect(counts).toMatchObject({ problems: 0, managers: { create: 3 } });
  });
});

describe('a title between the rows', () => {
  it('is none of them: it fills in one cell, where a row of blocks fills in several', async () => {
    const { found, apartments } = await importList(csv(header, ';Cartierul Nord;;;;', one, ';;;Bloc B1;;', two));

    expect(found).toEqual(['2 Cartierul Nord import.titleRow', '4 Bloc B1 import.titleRow']);
    expect(apartments).toEqual(both);
  });

  it.each<[ImportKind, string[]]>([
    ['managers', ['Administrator', 'Telefon', 'E-mail']],
    ['containerGroups', ['Platforma', 'Strada', 'Nr.']],
    ['cards', ['Serie card', 'Fel', 'Notă']],
  ])('is none of them of any kind where its cell is merged across (%s)', async (kind, names) => {
    const { found, counts } = await importList(
      sheet([names, ['Cartierul Nord', null, null], ['04A1B2C3', null, null]], ['A2:C2']),
      kind,
    );

    expect(found.filter((each: string) => !each.includes('?'))).toEqual(['2 Cartierul Nord import.titleRow']);
    expect(counts).toMatchObject({ rows: 2, [kind]: { create: 1 } });
  });

  it('is remarked where a row may well say nothing besides', async () => {
    const { found, counts } = await importList(
      csv('Administrator;Telefon;E-mail', 'Cartierul Nord;;', 'Popa;1;p@noa.test'),
      'managers',
    );

    expect(found).toEqual(['2 ? Cartierul Nord import.loneCell']);
    expect(counts).toMatchObject({ managers: { create: 2 } });
  });

  it.each(['Întocmit,;;;;Aprobat,;', 'Verificat: Ion Popa;;;;;', ';Avizat de:;;;Primar;', ';Notă: fără garaje;;;x;'])(
    'is none of them where people sign or note something (%s)',
    async (row) => {
      const { found, apartments } = await importList(csv(header, one, two, row));

      expect(found).toHaveLength(1);
      expect(found.join('')).toMatch(
        row.startsWith('Verificat') ? /^4 \? .* import\.unmappedOnly$/ : /^4 .* import\.titleRow$/,
      );
      expect(apartments).toEqual(both);
    },
  );
});

describe('a row that says something only in columns that are not imported', () => {
  it('is none, and is told with what stands in it', async () => {
    const { found, counts, apartments } = await importList(
      csv(`${header};Obs.`, `${one};`, 'Cartierul Nord;;;;;;', `;;;;;;${'1750101223341'}`, 'x;;;;;;y', `${two};`),
    );

    expect(found).toEqual([
      '3 ? Nr. crt.: Cartierul Nord import.unmappedOnly',
      '4 ? Obs.: 1••••••••••41 import.unmappedOnly',
      '5 ? Nr. crt.: x; Obs.: y import.unmappedOnly',
    ]);
    expect(counts).toMatchObject({ rows: 2, problems: 0, warnings: 3 });
    expect(apartments).toEqual(both);
  });

  it('is silent where it only goes on counting, or heads its columns again', async () => {
    const { found, apartments } = await importList(
      csv(`${header};Obs.`, `${one};`, '3;;;;;;', '4.;;;;;;0', ';;;;;;OBS.', 'Nr. crt;;;;;;Obs.', `${two};`),
    );

    expect(found).toEqual([]);
    expect(apartments).toEqual(both);
  });
});

describe('a value that is spelled as its column', () => {
  it.each([
    ['beside what is not imported', 'Administrator;Obs.', 'Popa;x', 'Administrator;y'],
    ['below a number of its own', 'Nr. crt.;Administrator;Obs.', '1;Popa;x', '2;ADMINISTRATOR;'],
    ['beside what is', 'Administrator;Telefon', 'Popa;0232 100 200', 'Administrator;0232 100 201'],
  ])('is one %s', async (_what, ...list) => {
    const { found, counts } = await importList(csv(...list), 'managers');

    expect(found).toEqual([]);
    expect(counts).toMatchObject({ rows: 2, managers: { create: 2 } });
  });

  it('is the header again where most of its row is', async () => {
    const { found, counts } = await importList(
      csv('Nr. crt.;Administrator;Telefon;Pagina', '1;Popa;x;', ';ADMINISTRATOR;Telefon;2', '2;Ene;y;'),
      'managers',
    );

    expect(found).toEqual([]);
    expect(counts).toMatchObject({ managers: { create: 2 } });
  });
});

describe('a second table below the first', () => {
  const others = ['Nr. crt.;Bloc;Scara;Administrator;Telefon;Obs.', '1;B1;A;Popa;0232;', '2;B2;A;Ene;0233;x'];

  it('is left out with a reason at each row, blank rows before it or not', async () => {
    for (const blank of [[], [';;;;;', '', ';Administratori;;;;']]) {
      const { found, apartments } = await importList(csv(header, one, two, ...blank, ...others));

      const at = 4 + blank.length;
      const title = blank.length > 0 ? ['6 Administratori import.titleRow'] : [];
      expect(found).toEqual([
        ...title,
        `${at} Bloc import.otherTable`,
        `${at + 1} B1 import.otherTable`,
        `${at + 2} B2 import.otherTable`,
      ]);
      expect(apartments).toEqual(both);
    }
  });

  it('ends where the first goes on, below its header again', async () => {
    const { found, apartments } = await importList(csv(header, one, ...others, '', header, two));

    expect(found).toHaveLength(3);
    expect(apartments).toEqual(both);
  });

  it.each(['Nr. crt.;STRADA;NUMĂR;BLOCUL;SC.;APARTAMENT', 'Nr.crt;Denumire stradă;Nr. poștal;Bl.;Scara;Nr. ap.'])(
    'is of this list where its columns mean the same (%s)',
    async (again) => {
      const { found, apartments } = await importList(csv(header, one, '', again, two));

      expect(found).toEqual([]);
      expect(apartments).toEqual(both);
    },
  );

  it('is another one where the same columns stand elsewhere', async () => {
    const again = ['Nr. crt.;Strada;Bloc;Nr.;Scara;Ap.', '2;Str. A;B1;1;A;2'];

    const { found, apartments } = await importList(sheet([header, one, '', ...again].map((row) => row.split(';'))));

    expect(found).toEqual(['4 Strada import.otherTable', '5 Str. A import.otherTable']);
    expect(apartments).toEqual(both.slice(0, 1));
  });

  it('is told from rows that have words of headers in them', async () => {
    const rows = ['x;Str. Blocului;F;Bloc;A;P1', 'x;Strada;F;Bloc;Scara;P1', 'x;Strada;F;Bloc;Scara;1'];

    const { found, apartments } = await importList(csv(header, ...rows));

    expect(found).toEqual([]);
    expect(apartments).toHaveLength(3);
  });
});
