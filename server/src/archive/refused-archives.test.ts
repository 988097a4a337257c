import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { strToU8, zipSync, type Unzipped } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import * as given from '../testing/factories.ts';
import { asSystem, db, keyring } from '../testing/harness.ts';
import { anInstallation, aPath, exportTo, importFrom } from './archive.fixture.ts';
import { ArchiveRefused } from './archive-refused.ts';
import { forgedArchive, withEntrySize, withOtherFiles, type Manifest } from './forged-archive.fixture.ts';

const org = await given.anOrg();
const entrance = await given.anEntrance({ org_id: org.id });
await given.anApartment({
  org_id: org.id,
  entrance_id: entrance.id,
  occupier_kind: 'domestic',
  occupier_name: 'Ștefan',
});
await asSystem((tx) =>
  tx
    .insertInto('card')
    .values({ org_id: org.id, kind: 'physical', serial_number: '04A1B2C3', display_serial_number: 'AAAAAAB' })
    .execute(),
);
const there = await anInstallation();
let sound: Buffer;
beforeAll(async () => {
  sound = await readFile(await exportTo(db, keyring, org.id));
});

/** How things are in the other installation: nothing may change by what is refused. */
const state = () =>
  there.database.run(
    `select (select count(*)::int from org) as orgs, (select count(*)::int from account) as accounts,
      (select count(*)::int from tower_block) as blocks, (select count(*)::int from audit_entry) as audit`,
  );

async function reasonOf(content: Uint8Array): Promise<string> {
  const path = aPath();
  await writeFile(path, content);
  const before = await state();
  const refused = await importFrom(path, there).catch((cause: unknown) => cause);
  expect(await state()).toEqual(before);
  if (!(refused instanceof ArchiveRefused)) {
    throw new Error('It was not refused', { cause: refused });
  }
  return refused.reason;
}

const withFiles = (change: (files: Unzipped) => void) => withOtherFiles(sound, change);
const forged = (name: string, change: (text: string) => string, adjust?: (manifest: Manifest) => void) =>
  forgedArchive(sound, name, change, adjust);
const withManifest = (adjust: (manifest: Manifest) => void) => forged('org.csv', (text) => text, adjust);

describe('what is no sound archive is refused with its reason, and nothing is applied', () => {
  it.each<[string, string, () => Uint8Array]>([
    ['an empty file', 'notAnArchive', () => new Uint8Array()],
    ['a text', 'notAnArchive', () => strToU8('serie;tip\n04A1B2C3;fizic\n')],
    ['another ZIP', 'notAnArchive', () => zipSync({ 'xl/workbook.xml': strToU8('<a/>') })],
    ['an archive cut off in the middle', 'notAnArchive', () => sound.subarray(0, sound.length / 2)],
    ['an archive without its last byte', 'notAnArchive', () => sound.subarray(0, -1)],
    ['a manifest that is no JSON', 'notAnArchive', () => withFiles((files) => (files['manifest.json'] = strToU8('{')))],
    [
      'a manifest of something else',
      'notAnArchive',
      () => withManifest((manifest) => delete (manifest as Partial<Manifest>).files),
    ],
    ['a later format', 'newer', () => withManifest((manifest) => (manifest.format = 2))],
    ['a column that is not known', 'newer', () => forged('org.csv', (text) => text.replace('timeZone', 'colour'))],
    [
      'a table that is not known',
      'newer',
      () =>
        withFiles((files) => {
          const manifest = JSON.parse(Buffer.from(files['manifest.json'] ?? []).toString()) as Manifest;
          files['robot.csv'] = strToU8('id\n');
          const sha256 = createHash('sha256').update('id\n').digest('hex');
          manifest.files.push({ name: 'robot.csv', rows: 0, bytes: 3, sha256 });
          files['manifest.json'] = strToU8(JSON.stringify(manifest));
        }),
    ],
    ['a file that is missing', 'incomplete', () => withFiles((files) => delete files['card.csv'])],
    ['a file too many', 'changed', () => withFiles((files) => (files['more.csv'] = strToU8('id\n')))],
    ['another letter', 'changed', () => withFiles((files) => files['apartment.csv']?.fill(0x41, -3, -2))],
    ['a byte that was damaged on the way', 'changed', () => damaged(sound)],
    [
      'a file that inflates to more than it says',
      'changed',
      () =>
        withEntrySize(
          forged('card.csv', (text) => `${text}${'a'.repeat(1_000_000)}`),
          'card.csv',
          1000,
        ),
    ],
    [
      'fewer rows than it says',
      'changed',
      () => withManifest(({ files }) => files.forEach((file) => (file.rows += 1))),
    ],
    ['a table without its header', 'broken', () => forged('card.csv', () => '')],
    ['a row with a cell too many', 'broken', () => forged('card.csv', (text) => text.replace(/\n$/, ',more\n'))],
    ['a quote that never ends', 'broken', () => forged('card.csv', (text) => text.replace(/\n$/, ',"\n'))],
    ['a status that no card has', 'broken', () => forged('card.csv', (text) => text.replace('normal', 'lost'))],
    ['a number that is none', 'broken', () => forged('org-settings.csv', (text) => text.replace(/\n\d+/, '\nmany'))],
    [
      'an apartment behind no entrance',
      'broken',
      () => forged('entrance.csv', (text) => text.replace(/\n[0-9a-f]{8}/, '\n00000000')),
    ],
    [
      'files of more bytes than it may have',
      'tooLarge',
      () => withManifest(({ files }) => files.forEach((file) => (file.bytes = 2 ** 32))),
    ],
  ])('%s: %s', async (_, reason, content) => {
    expect(await reasonOf(content())).toBe(reason);
  });

  it('cards that are registered in another org of the installation', async () => {
    const path = aPath();
    await writeFile(path, sound);
    const empty = await given.anOrg();

    await expect(importFrom(path, { db, keyring, orgId: empty.id })).rejects.toMatchObject({ reason: 'serialsTaken' });
  });

  it('an org that owns something', async () => {
    const path = aPath();
    await writeFile(path, sound);

    await expect(importFrom(path, { db, keyring, orgId: org.id })).rejects.toMatchObject({ reason: 'notEmpty' });
  });
});

describe('a sound archive', () => {
  it('comes in once, into an org of its name that is made, and twice it does not', async () => {
    const path = aPath();
    await writeFile(path, sound);

    const { orgId, rows } = await importFrom(path, there);

    expect(rows).toBeGreaterThan(5);
    expect(await there.database.run(`select name from org where id = '${orgId}'`)).toEqual([{ name: org.name }]);
    await expect(importFrom(path, there)).rejects.toMatchObject({ reason: 'notEmpty' });
  });

  it('of before a column with a value by itself came comes in with that value', async () => {
    const other = await anInstallation();
    const path = aPath();
    await writeFile(
      path,
      forged('org-settings.csv', (text) => {
        const [header = [], row = []] = text
          .trim()
          .split('\n')
          .map((line) => line.split(','));
        const at = header.indexOf('fillErrorPct');
        return `${[header, row].map((cells) => cells.toSpliced(at, 1).join(',')).join('\n')}\n`;
      }),
    );

    await importFrom(path, other);

    expect(await other.database.run('select fill_error_pct as pct from org_settings')).toEqual([{ pct: 95 }]);
  });
});

/** A byte within what is deflated of the largest file. */
function damaged(content: Buffer): Uint8Array {
  const bytes = Buffer.from(content);
  const at = bytes.indexOf('apartment.csv') + 'apartment.csv'.length + 40;
  bytes.writeUInt8(bytes.readUInt8(at) ^ 0xff, at);
  return bytes;
}
