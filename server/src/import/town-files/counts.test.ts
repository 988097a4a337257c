import { expect, it } from 'vitest';
import { anOrg } from '../../testing/factories.ts';
import { signIn } from '../../testing/harness.ts';
import { countRecords, csv, importGoodRows, listApartments } from '../import.fixture.ts';

const root = await signIn(['root']);

/** A block `B` by these columns and this row, imported: its apartments, and what was said of the row. */
async function importRow(header: string, row: string) {
  const org = await anOrg();
  const done = await importGoodRows(root, csv(`Bloc;${header}`, `B;${row}`), { orgId: org.id });
  const found = done.problems.nodes as { field: string; reason: string; isWarning: boolean }[];
  return {
    apartments: (await listApartments(org.id)).map((each) => each.split('/').slice(3).join('')),
    count: (await countRecords(org.id))[2],
    found: found.map(({ field, reason, isWarning }) => `${isWarning ? '?' : '!'} ${field} ${reason}`),
  };
}

it.each([
  ['Scara;Apartamente', 'C;1-3', ['C1', 'C2', 'C3']],
  ['Scara;Apartamente', 'C;ap. 21 – 23', ['C21', 'C22', 'C23']],
  ['Scara;Apartamente', 'C;Ap. 7÷9', ['C7', 'C8', 'C9']],
  ['Scara;Apartamente', 'C;de la 7 la 9', ['C7', 'C8', 'C9']],
  ['Apartamente', '5-7', ['A5', 'A6', 'A7']],
  ['Scări;Apartamente', 'A|B;5-8', ['A5', 'A6', 'B7', 'B8']],
  ['Scări;Apartamente', 'A:1|B:2;5-7', ['A5', 'B6', 'B7']],
])('apartments from one to another are those (%s: %s)', async (header, row, expected) => {
  expect(await importRow(header, row)).toEqual({ apartments: expected, count: expected.length, found: [] });
});

it.each([
  ['Scara;Apartamente', 'C;1.000', 1_000],
  ['Scara;Apartamente', 'C;1,250', 1_250],
  ['Scara;Apartamente', 'C;12,0', 12],
  ['Scara;Apartamente', 'C;12.00', 12],
  ['Scări;Apartamente', 'A|B;1.000', 1_000],
])(
  'a thousand is one as it is written here, and decimals of a whole number are none (%s: %s)',
  async (header, row, count) => {
    expect(await importRow(header, row)).toMatchObject({ count, found: [] });
  },
);

it.each([
  ['Scara;Apartamente', 'C;1.000.000', '! apartments form.tooLarge'],
  ['Scara;Apartamente', 'C;0.000', '! apartments form.badNumber'],
  ['Scara;Apartamente', 'C;20-1', '! apartments form.badNumber'],
  ['Scara;Apartamente', 'C;0-20', '! apartments form.badNumber'],
  ['Scara;Apartamente', 'C;1-20, 25', '! apartments form.badNumber'],
  ['Scara;Apartamente', 'C;12,5', '! apartments form.badNumber'],
  ['Scări;Apartamente', 'A:1|B:3;5-7', '! entrances import.countsDiffer'],
  ['Scări;Apartamente', '1.000;7', '! entrances form.tooLarge'],
  ['Scara;Ap.', 'C;1-20', '! apartment import.severalApartments'],
  ['Scara;Ap.', 'C;ap. 5–7', '! apartment import.severalApartments'],
])('what is no number of apartments is refused, and never another (%s: %s)', async (header, row, reason) => {
  expect(await importRow(header, row)).toEqual({ apartments: [], count: 0, found: [reason] });
});

it.each([
  ['two that are one now', 'Scara;Ap.', 'C;12-13', ['C12-13'], []],
  ['several of one household', 'Scara;Ap.;Nume', 'C;5-7;Popa', ['C5-7'], ['? apartment import.severalApartments']],
])('an apartment of several numbers is one: %s', async (_what, header, row, apartments, found) => {
  expect(await importRow(header, row)).toEqual({ apartments, count: 1, found });
});
