import { expect, it } from 'vitest';
import { anOrg } from '../../testing/factories.ts';
import { signIn } from '../../testing/harness.ts';
import { countRecords, importGoodRows, listApartments } from '../import.fixture.ts';
import { workbookOf, type TestCell } from '../reading/nasty/workbook.fixture.ts';

const root = await signIn(['root']);

async function importSheet(rows: readonly (readonly TestCell[])[], merges: readonly string[]) {
  const org = await anOrg();
  const done = await importGoodRows(root, workbookOf([{ name: 'Scări', rows, merges }]), {
    orgId: org.id,
    name: 's.xlsx',
  });
  const found = done.problems.nodes.map(({ rowNumber, field, value, reason }: Record<string, unknown>) =>
    [rowNumber, field, value, reason].join(' '),
  );
  return { orgId: org.id, records: await countRecords(org.id), found };
}

const header = ['Strada', 'Nr.', 'Bloc', 'Scara', 'Nr. apartamente', 'Administrator'];

it('a number of apartments in one cell over several entrances is refused at each, as nobody knows how many each has', async () => {
  const { orgId, records, found } = await importSheet(
    [
      header,
      ['Str. A', 1, 'B1', 'A', 20, null],
      [null, null, null, 'B', null, null],
      [null, null, null, 'C', null, null],
      ['Str. A', 3, 'B2', 'A', 2, null],
      [null, null, null, 'B', 1, null],
    ],
    ['A2:A4', 'B2:B4', 'C2:C4', 'E2:E4', 'A5:A6', 'B5:B6', 'C5:C6'],
  );

  expect(found).toEqual([2, 3, 4].map((row) => `${row} apartments 20 import.mergedCount`));
  expect(records).toEqual([1, 2, 3]);
  expect(await listApartments(orgId)).toEqual(['Str. A/3/B2/A/1', 'Str. A/3/B2/A/2', 'Str. A/3/B2/B/1']);
});

it('one over some of the entrances is refused at those', async () => {
  const rows = [
    header,
    ['Str. A', 1, 'B1', 'A', 20, null],
    ['Str. A', 1, 'B1', 'B', null, null],
    ['Str. A', 1, 'B1', 'C', 4, null],
  ];

  const { records, found } = await importSheet(rows, ['E2:E3']);

  expect(found).toEqual([2, 3].map((row) => `${row} apartments 20 import.mergedCount`));
  expect(records).toEqual([1, 1, 4]);
});

it('a number of entrances, or apartments from one to another, over several blocks is refused alike', async () => {
  const { records, found } = await importSheet(
    [
      ['Strada', 'Bloc', 'Scări', 'Apartamente'],
      ['Str. A', 'B1', 4, '1-20'],
      ['Str. A', 'B2', null, null],
    ],
    ['C2:C3', 'D2:D3'],
  );

  expect(found).toEqual(
    [2, 3].flatMap((row) => [`${row} apartments 1-20 import.mergedCount`, `${row} entrances 4 import.mergedCount`]),
  );
  expect(records).toEqual([0, 0, 0]);
});

it('what is merged as one with all of its row is that row once, and names are those of each row', async () => {
  const { records, found } = await importSheet(
    [
      ['Strada', 'Bloc', 'Scări', 'Apartamente'],
      ['Str. A', 'B1', 'A|B', 4],
      [],
      ['Str. A', 'B2', 'A|B', 2],
      ['Str. A', 'B3', null, 2],
    ],
    ['A2:A3', 'B2:B3', 'C2:C3', 'D2:D3', 'C4:C5'],
  );

  expect(found).toEqual(['3 street Str. A B1 import.repeatedSame']);
  expect(records).toEqual([3, 6, 8]);
});

it('a number over several rows is what each of them has where it counts nothing', async () => {
  const org = await anOrg();
  const rows = [
    ['Nr. serie', 'Volum'],
    ['C-1', 1100],
    ['C-2', null],
  ];
  const file = workbookOf([{ name: 'Containere', rows, merges: ['B2:B3'] }]);

  const done = await importGoodRows(root, file, { orgId: org.id, kind: 'containers', name: 'c.xlsx' });

  expect(done.problems.nodes.map(({ reason }: { reason: string }) => reason)).not.toContain('import.mergedCount');
});
