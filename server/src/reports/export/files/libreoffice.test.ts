import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { aContainer, anApartment, anOrg } from '../../../testing/factories.ts';
import { signIn } from '../../../testing/harness.ts';
import { always, givenEvents, reports } from '../../testing/events.ts';

/** Set by `npm run check:libreoffice`, which fetches the program: too large to be fetched for every run of the tests. */
const soffice = process.env['LIBREOFFICE_PATH'];

const Export = /* GraphQL */ `
  mutation ($input: ExportInput!) {
    createExport(input: $input) {
      url
    }
  }
`;

/** UTF-8 with its mark, semicolons, texts quoted, cells as they are shown, in Romanian; the first sheet. */
const csvFilter = 'csv:Text - txt - csv (StarCalc):59,34,76,1,,1048,true,true,false,false,false,1';

/** Settings of a user in Romania: cells are shown with a decimal comma. */
const romanian = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
  <item oor:path="/org.openoffice.Setup/L10N">
    <prop oor:name="ooSetupSystemLocale" oor:op="fuse"><value>ro-RO</value></prop>
  </item>
</oor:items>`;

/** What LibreOffice makes of a workbook, as CSV. */
async function throughLibreOffice(workbook: Buffer): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'noa-libreoffice-'));
  try {
    await writeFile(join(folder, 'file.xlsx'), workbook);
    await mkdir(join(folder, 'profile/user'), { recursive: true });
    await writeFile(join(folder, 'profile/user/registrymodifications.xcu'), romanian);
    await promisify(execFile)(soffice ?? '', [
      `-env:UserInstallation=file://${folder}/profile`,
      '--headless',
      '--convert-to',
      csvFilter,
      '--outdir',
      folder,
      join(folder, 'file.xlsx'),
    ]);
    const name = (await readdir(folder)).find((each) => each.endsWith('.csv'));
    return await readFile(join(folder, name ?? 'none.csv'), 'utf8');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const linesOf = (text: string) =>
  text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split(/\r?\n/);

describe.skipIf(!soffice)('a workbook that LibreOffice opens and saves as CSV', () => {
  it.each([
    ['table', false],
    ['records', true],
  ])('is the CSV of the %s', { timeout: 120_000 }, async (_what, records) => {
    const town = await anOrg({ name: `=HYPERLINK("http://x")${randomUUID()}` });
    const container = await aContainer({ org_id: town.id, serial_number: 'LM;"1"' });
    const apartment = await anApartment({ org_id: town.id, addr_ap: '7' });
    await givenEvents(
      Array.from({ length: 500 }, (_, index) => ({
        org_id: town.id,
        occurred_at: new Date(Date.parse('2026-03-28T22:00:00.900Z') + index * 600_000),
        container_id: container.id,
        boot_number: 0,
        event_number: index,
        apartment_id: index % 3 === 0 ? apartment.id : null,
        waste_stream: (['glass', 'residual', null] as const)[index % 3] ?? null,
        litres: (index * 7) % 100,
      })),
    );
    const by = await signIn(['local_implementer'], { orgIds: [town.id] });
    const read = async (format: string) => {
      const input = { ...always, groupBy: ['org', 'waste_stream'], metrics: ['total_litres', 'litres_pct'] };
      const { data, errors } = await by.run(Export, {
        input: { report: 'separate-collection', format, records, input },
      });
      expect(errors).toBeUndefined();
      const file = await reports.downloads.find(data.createExport.url.replace('/downloads/', ''));
      return file ? buffer(file.stream) : Buffer.of();
    };

    const [csv, workbook] = [await read('CSV'), await read('XLSX')];

    expect(linesOf(await throughLibreOffice(workbook))).toEqual(linesOf(csv.toString()));
  });
});
