import { expect, it } from 'vitest';
import { importLimits } from '@noa/domain/imports/import.ts';
import type { FormatChoice } from '../file-format.ts';
import { lookAt } from '../look.ts';
import { bombOf } from './bomb.fixture.ts';
import { plain, sheetOf } from './read-file.fixture.ts';
import { workbookOf, zipOf, type Packed } from './workbook.fixture.ts';

const compound = (stream: string) =>
  Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(504),
    Buffer.from(stream, 'utf16le'),
    Buffer.alloc(100),
  ]);
const good = workbookOf([sheetOf(plain)]);
const without = (name: string) => {
  const bytes = Buffer.from(good);
  // Both where the file stands and in the directory.
  for (let at = bytes.indexOf(name); at !== -1; at = bytes.indexOf(name, at + 1)) {
    bytes.write('q', at);
  }
  return bytes;
};
const changed = (change: (bytes: Buffer) => void) => {
  const bytes = Buffer.from(good);
  change(bytes);
  return bytes;
};
const directoryAt = good.indexOf('PK\u0001\u0002');
const csv: Packed = { name: 'blocuri.csv', text: 'strada;nr\nStr. A;1\n' };

it.each<[string, Buffer, string, FormatChoice?]>([
  ['a workbook with a password', compound('EncryptedPackage'), 'import.encrypted'],
  ['an old workbook', compound('Workbook'), 'import.oldExcel'],
  ['an even older workbook', compound('Book'), 'import.oldExcel'],
  ['an old document', compound('WordDocument'), 'import.wordFile'],
  [
    'OpenDocument',
    zipOf([
      { name: 'mimetype', text: 'application/vnd.oasis.opendocument.spreadsheet', stored: true },
      { name: 'content.xml', text: '<x/>' },
    ]),
    'import.openDocument',
  ],
  [
    'a binary workbook',
    workbookOf([sheetOf(plain)], [{ name: 'xl/workbook.bin', text: 'x' }]),
    'import.binaryWorkbook',
  ],
  [
    'a document',
    zipOf([
      { name: '[Content_Types].xml', text: '<x/>' },
      { name: 'word/document.xml', text: '<x/>' },
    ]),
    'import.wordFile',
  ],
  [
    'a presentation',
    zipOf([
      { name: '[Content_Types].xml', text: '<x/>' },
      { name: 'ppt/presentation.xml', text: '<x/>' },
    ]),
    'import.notATable',
  ],
  ['a Numbers file', zipOf([{ name: 'Index/Document.iwa', text: 'x' }]), 'import.numbersFile'],
  ['an archive of lists', zipOf([csv]), 'import.archiveFile'],
  ['an empty archive', zipOf([]), 'import.archiveFile'],
  ['an archive with a password', zipOf([{ ...csv, isEncrypted: true }]), 'import.encrypted'],
  ['GZIP', Buffer.from('1f8b0800000000000003', 'hex'), 'import.archiveFile'],
  ['7-Zip', Buffer.from('377abcaf271c0004', 'hex'), 'import.archiveFile'],
  ['RAR', Buffer.from('Rar!\u001a\u0007\u0000'), 'import.archiveFile'],
  ['a PDF', Buffer.from('%PDF-1.7\n%âãÏÓ'), 'import.pdfFile'],
  ['a PNG', Buffer.from('89504e470d0a1a0a0000000d', 'hex'), 'import.imageFile'],
  ['a photograph', Buffer.from('ffd8ffe000104a464946', 'hex'), 'import.imageFile'],
  ['a photograph of a telephone', Buffer.from('\u0000\u0000\u0000\u0018ftypheic'), 'import.imageFile'],
  ['a GIF', Buffer.from('GIF89a'), 'import.imageFile'],
  ['a scan', Buffer.from('II*\u0000\u0008\u0000'), 'import.imageFile'],
  ['a workbook cut after its first bytes', good.subarray(0, 200), 'import.badWorkbook'],
  ['a workbook cut in the middle', good.subarray(0, good.length / 2), 'import.badWorkbook'],
  ['a workbook cut before its last byte', good.subarray(0, -1), 'import.badWorkbook'],
  ['a workbook without a workbook', without('xl/workbook.xml'), 'import.badWorkbook'],
  ['a workbook without its sheet', without('xl/worksheets/sheet1.xml'), 'import.badWorkbook'],
  ['a workbook whose parts cannot be inflated', changed((bytes) => bytes.fill(0xff, 60, 90)), 'import.badWorkbook'],
  [
    'a workbook whose parts lie elsewhere',
    changed((bytes) => bytes.writeUInt32LE(0x7fffffff, directoryAt + 42)),
    'import.badWorkbook',
  ],
  [
    'a workbook packed in a way nobody reads',
    changed((bytes) => bytes.writeUInt16LE(12, directoryAt + 10)),
    'import.badWorkbook',
  ],
  ['all sheets hidden', workbookOf([sheetOf(plain, { state: 'hidden' })]), 'import.unknownSheet'],
  ['a sheet that is not there', good, 'import.unknownSheet', { sheet: 'Scări' }],
  ['sheets without rows', workbookOf([sheetOf([]), { name: 'Alta', rows: [[], [' ']] }]), 'import.empty'],
  ['a header only', workbookOf([sheetOf([['strada', 'nr']])]), 'import.empty'],
  [
    '501 columns',
    workbookOf([sheetOf([Array.from({ length: 501 }, (_, index) => `c${index}`), [1]])]),
    'import.tooManyColumns',
  ],
  [
    'more parts than a workbook has',
    workbookOf(
      [sheetOf(plain)],
      Array.from({ length: importLimits.zipEntries }, (_, index) => ({
        name: `xl/media/${index}`,
        text: '',
        stored: true,
      })),
    ),
    'import.tooLarge',
  ],
  ['a bomb', bomb(), 'import.tooLarge'],
])('%s is refused by what it is', async (_what, bytes, reason, choice = {}) => {
  await expect(lookAt(bytes, choice)).rejects.toMatchObject({ reason });
});

/** A workbook whose sheet is blanks, more of them than a workbook may hold. */
function bomb(): Buffer {
  const blanks = bombOf(importLimits.unzippedBytes / 1024 ** 2 + 1, 0x20);
  const name = 'xl/media/bomb';
  const bytes = workbookOf([sheetOf(plain)], [{ name, text: blanks, stored: true }]);
  // Its content is packed already: both records say so.
  for (let at = bytes.indexOf(name); at !== -1; at = bytes.indexOf(name, at + 1)) {
    const isLocal = bytes.readUInt32LE(at - 30) === 0x04034b50;
    bytes.writeUInt16LE(8, isLocal ? at - 22 : at - 36);
  }
  return bytes;
}
