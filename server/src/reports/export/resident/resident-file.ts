import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify/sync';
import { disarm } from '@noa/domain/imports/spreadsheet.ts';
import type { ExportLocale } from '@noa/domain/reporting/report.ts';
import { FairQueue } from '../../../database/connection/fair-queue.ts';
import type { Tx } from '../../../database/database.ts';
import { read, write } from '../../../database/transaction.ts';
import { getRecord } from '../../../records/record.ts';
import { ownApartments } from '../../../registry/apartments/apartment.queries.ts';
import { recordAudit } from '../../../registry/audit/audit.queries.ts';
import type { Context } from '../../../request/context.ts';
import { reportTexts } from '../../report-texts.ts';
import type { AskedFile } from '../asked-file.ts';
import type { Download } from '../downloads.ts';
import { zipped, type ZipEntry } from '../files/zip.ts';
import { findResidence, residentTables, type Residence, wordColumns } from './resident-tables.ts';

/** Each holds a connection and a moment of the database for as long as its reader takes. */
const slots = new FairQueue({ atOnce: 2, perCaller: 1, waiting: 20 });

type Asked = Extract<AskedFile, { readonly kind: 'resident' }>;

/**
 * Begins to send all that is kept of an apartment's present occupier, of one moment, while it is read. The audit has it before the first byte
 * is given.
 *
 * @throws {AppError} `NotFound`; `Forbidden`; `LimitExceeded` while others fetch theirs.
 */
export async function openResidentFile({ db, viewer }: Context, asked: Asked): Promise<Download> {
  const { apartmentId, purpose, locale, fileName } = asked;
  const scope = viewer.scope('apartment:takeFile');
  const busy = { says: 'Other files are being fetched; ask again when they are done', retryAfterSeconds: 10 };
  const releaseSlot = await slots.takeInTime(viewer.actor, busy);
  const stream = new PassThrough();
  try {
    await write(db, scope, viewer.actor, async (tx) => {
      const record = await getRecord(tx, ownApartments, scope, apartmentId);
      const { accountId } = viewer;
      await recordAudit(tx, { action: 'take_file', kind: 'apartment', record, accountId, purpose });
    });
  } catch (error) {
    releaseSlot();
    throw error;
  }
  read(db, scope, async (tx) => {
    const { id, org_id } = await getRecord(tx, ownApartments, scope, apartmentId);
    const residence = await findResidence(tx, { id, org_id });
    await pipeline(Readable.from(zipped(entriesOf(tx, residence, locale))), stream);
  })
    .catch((cause: unknown) => void stream.destroy(cause as Error))
    .finally(releaseSlot);
  return { fileName, contentType: 'application/zip', stream };
}

async function* entriesOf(tx: Tx, residence: Residence, locale: ExportLocale): AsyncGenerator<ZipEntry> {
  const { resident } = reportTexts[locale];
  yield { path: resident.files.about.name, data: [aboutText(residence, locale)] };
  for (const table of residentTables) {
    const { name } = resident.files[table.file];
    yield { path: name, data: rowsOf(tx, residence, table, locale) };
  }
}

/** What is in which file, and from when on. */
function aboutText({ label, since, now }: Residence, locale: ExportLocale): string {
  const { title, made, since: from, idNumber, files } = reportTexts[locale].resident;
  const contents = residentTables.map(({ file }) => `${files[file].name}: ${files[file].holds}`);
  return [
    title,
    label,
    '',
    made.replace('{{at}}', now),
    from.replace('{{at}}', since),
    idNumber,
    '',
    ...contents,
    '',
  ].join('\r\n');
}

async function* rowsOf(
  tx: Tx,
  residence: Residence,
  { columns, read: pages }: (typeof residentTables)[number],
  locale: ExportLocale,
): AsyncGenerator<string> {
  const { resident, words, recordWords } = { ...reportTexts[locale], recordWords: reportTexts[locale].records.words };
  const said: Readonly<Record<string, string>> = { ...recordWords, ...words, ...resident.words };
  yield `\uFEFF${csv([columns.map((name) => resident.columns[name])])}`;
  for await (const rows of pages(tx, residence)) {
    yield csv(
      rows.map((row) =>
        columns.map((name) => {
          const cell = row[name] ?? '';
          return wordColumns.has(name) ? (said[cell] ?? cell) : disarm(cell);
        }),
      ),
    );
  }
}

const csv = (rows: readonly (readonly string[])[]): string =>
  stringify(rows as string[][], { delimiter: ';', record_delimiter: 'windows', bom: false });
