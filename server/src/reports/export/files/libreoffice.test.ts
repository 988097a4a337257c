import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { aContainer, anApartment, anOrg } from '../../../testing/factories.ts';
import { signIn } from '../../../testing/harness.ts';
import { libreOffice, throughLibreOffice } from '../../../testing/libre-office.ts';
import { always, givenEvents, reports } from '../../testing/events.ts';

const Export = /* GraphQL */ `
  mutation ($input: ExportInput!) {
    createExport(input: $input) {
      url
    }
  }
`;

/** UTF-8 with its mark, semicolons, texts quoted, cells as they are shown, in Romanian; the first sheet. */
const csvFilter = 'csv:Text - txt - csv (StarCalc):59,34,76,1,,1048,true,true,false,false,false,1';

const linesOf = (text: string) =>
  text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split(/\r?\n/);

describe.skipIf(!libreOffice)('a workbook that LibreOffice opens and saves as CSV', () => {
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

    expect(linesOf((await throughLibreOffice(workbook, csvFilter)).toString())).toEqual(linesOf(csv.toString()));
  });
});
