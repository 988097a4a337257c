import { expect, it } from 'vitest';
import { anOrg } from '../../testing/factories.ts';
import { signIn } from '../../testing/harness.ts';
import { csv, importFile, listApartments } from '../import.fixture.ts';

const root = await signIn(['root']);

const remarksOf = (done: Awaited<ReturnType<typeof importFile>>) =>
  done.problems.nodes.map(({ rowNumber, field, value, reason, isWarning }: Record<string, unknown>) =>
    [rowNumber, field, value, reason, isWarning].join(' '),
  );

it.each([
  ['Cyrillic', 'АВСЕНКМОРТХІЈЅУ', 'ABCEHKMOPTXIJSY'],
  ['Greek', 'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'],
])(
  'an entrance is the same in letters of another alphabet that look alike, which is told (%s)',
  async (_what, others, own) => {
    const org = await anOrg();
    const rows = Array.from(own).flatMap((letter, index) => [
      `Str. A;1;${letter};1`,
      `Str. A;1;sc. ${others[index]};2`,
    ]);

    const done = await importFile(root, csv('Strada;Nr;Scara;Ap.', ...rows), { orgId: org.id });

    expect(done).toMatchObject({ state: 'applied', counts: { entrances: { create: own.length } } });
    expect(remarksOf(done)).toEqual(
      Array.from(others, (letter, index) => `${2 * index + 3} entrance sc. ${letter} import.otherAlphabet true`),
    );
    expect(await listApartments(org.id)).toEqual(
      Array.from(own)
        .toSorted()
        .flatMap((letter) => [`Str. A/1//${letter}/1`, `Str. A/1//${letter}/2`]),
    );
  },
);

it('streets, blocks and numbers are the same too, and so are the entrances that a block lists', async () => {
  const org = await anOrg();
  const text = csv('Strada;Nr;Bloc;Scări;Apartamente', 'Str. Маrе;5А;В1;А|С;4');

  await importFile(root, csv('Strada;Nr;Bloc;Scări;Apartamente', 'Str. Mare;5A;B1;A|C;4'), { orgId: org.id });
  const again = await importFile(root, text, { orgId: org.id });

  expect(again.counts).toMatchObject({
    towerBlocks: { create: 0, same: 1 },
    apartments: { create: 0, same: 4 },
    warnings: 4,
  });
});

it('what is written in another alphabet stays as it is', async () => {
  const org = await anOrg();

  const done = await importFile(root, csv('Strada;Nr;Ap.', 'Улица А. С. Пушкина;1;1'), { orgId: org.id });

  expect(remarksOf(done)).toEqual([]);
  expect(await listApartments(org.id)).toEqual(['Улица А. С. Пушкина/1//A/1']);
});

it.each([
  ['Ș', 'Ş'],
  ['Ț', 'Ţ'],
  ['ș', 'Ș'],
])('an entrance is the same with a comma or a cedilla below, and in small letters (%s, %s)', async (one, other) => {
  const org = await anOrg();

  const done = await importFile(root, csv('Strada;Nr;Scara;Ap.', `Str. A;1;${one};1`, `Str. A;1;${other};2`), {
    orgId: org.id,
  });

  expect(done.counts).toMatchObject({ entrances: { create: 1 }, apartments: { create: 2 } });
});
