import { FileRefusal } from './file-format.ts';
import { entriesOf } from './zip-bounds.ts';

// oxlint-disable no-control-regex -- signatures are made of them
/** What is no table, by its first bytes; each refusal says what to do instead. */
const signatures: readonly (readonly [RegExp, string])[] = [
  [/^%PDF-/, 'import.pdfFile'],
  [
    /^(?:\x89PNG|\xff\xd8\xff|GIF8|BM.{4}\0\0\0\0|II\*\0|MM\0\*|RIFF.{4}WEBP|.{4}ftyp(?:hei|avif|mif))/s,
    'import.imageFile',
  ],
  [/^(?:\x1f\x8b|7z\xbc\xaf|Rar!|BZh|\xfd7zXZ|PK\x05\x06)/, 'import.archiveFile'],
  [/^\{\\rtf/, 'import.wordFile'],
  [/^(?:\xef\xbb\xbf)?\s*<\?xml[^]*schemas-microsoft-com:office:spreadsheet/, 'import.xmlWorkbook'],
  [/^(?:\xef\xbb\xbf)?\s*(?:<!doctype html|<html|<table|<head|<meta)/i, 'import.htmlFile'],
  [/^(?:\xef\xbb\xbf)?\s*(?:<\?xml|\{\s*"|\[\s*[[{])/, 'import.notATable'],
];

// oxlint-enable no-control-regex

/** A compound file of old Office programs; also the envelope of a workbook with a password. */
const compound = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const streamOf = (name: string) => Buffer.from(name, 'utf16le');
const encrypted = streamOf('EncryptedPackage');
const wordDocument = streamOf('WordDocument');

const headBytes = 1024;

/**
 * Whether a file is a workbook; of what else people send for one it says what it is.
 *
 * @throws {FileRefusal}
 */
export function isWorkbook(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.subarray(0, compound.length).equals(compound)) {
    throw new FileRefusal(
      file.includes(encrypted)
        ? 'import.encrypted'
        : file.includes(wordDocument)
          ? 'import.wordFile'
          : 'import.oldExcel',
    );
  }
  if (file.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004') {
    refuseOtherArchive(bytes);
    return true;
  }
  const head = file.subarray(0, headBytes).toString('latin1');
  const known = signatures.find(([signature]) => signature.test(head));
  if (known) {
    throw new FileRefusal(known[1]);
  }
  return false;
}

/** Office documents are archives, and archives of files are sent as they are. */
function refuseOtherArchive(bytes: Uint8Array): void {
  const entries = entriesOf(bytes);
  const has = (start: string) => entries.some(({ name }) => name.startsWith(start));
  if (entries.some(({ isEncrypted }) => isEncrypted)) {
    throw new FileRefusal('import.encrypted');
  }
  if (has('xl/') || has('[Content_Types].xml')) {
    if (has('xl/workbook.bin')) {
      throw new FileRefusal('import.binaryWorkbook');
    }
    if (has('word/')) {
      throw new FileRefusal('import.wordFile');
    }
    if (has('ppt/')) {
      throw new FileRefusal('import.notATable');
    }
    return;
  }
  if (entries[0]?.name === 'mimetype') {
    throw new FileRefusal('import.openDocument');
  }
  throw new FileRefusal(has('Index/') ? 'import.numbersFile' : 'import.archiveFile');
}
