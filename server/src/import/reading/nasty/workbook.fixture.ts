import { crc32, deflateRawSync } from 'node:zlib';

/** A file within an archive made for a test. */
export interface Packed {
  readonly name: string;
  readonly text: string | Uint8Array;
  /** As it is, not deflated. */
  readonly stored?: boolean;
  readonly isEncrypted?: boolean;
}

/** An archive, byte by byte: what libraries write is never as odd as what people send. */
export function zipOf(files: readonly Packed[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, text, stored = false, isEncrypted = false } of files) {
    const path = Buffer.from(name);
    const content = Buffer.from(text as string);
    const data = stored ? content : deflateRawSync(content);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(isEncrypted ? 1 : 0, 2);
    common.writeUInt16LE(stored ? 0 : 8, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(path.length, 22);
    const made = Buffer.from([0x50, 0x4b, 0x01, 0x02, 20, 0]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    directory.push(made, common, rest, path);
    parts.push(Buffer.from('PK\u0003\u0004'), common, path, data);
    at += 30 + path.length + data.length;
  }
  const length = directory.reduce((sum, part) => sum + part.length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, ...directory, end]);
}

/** A cell as it stands in a sheet: text, a number, nothing, or XML of its own (`<f>A1</f><v>3</v>`). */
export type TestCell =
  | string
  | number
  | null
  | { readonly xml: string; readonly type?: string; readonly style?: number };

export interface TestSheet {
  readonly name: string;
  /** A row that is null is not in the file. */
  readonly rows: readonly (readonly TestCell[] | null)[];
  readonly merges?: readonly string[];
  /** Numbers of rows, and of columns, that nobody sees; the first is 1. */
  readonly hiddenRows?: readonly number[];
  readonly hiddenColumns?: readonly number[];
  readonly state?: 'hidden' | 'veryHidden';
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const column = (index: number): string =>
  (index < 26 ? '' : column(Math.floor(index / 26) - 1)) + String.fromCodePoint(65 + (index % 26));

function cellXml(cell: TestCell, reference: string): string {
  if (cell === null) {
    return '';
  }
  if (typeof cell === 'number') {
    return `<c r="${reference}"><v>${cell}</v></c>`;
  }
  if (typeof cell === 'string') {
    return `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
  }
  const { xml, type, style } = cell;
  return `<c r="${reference}"${type ? ` t="${type}"` : ''}${style === undefined ? '' : ` s="${style}"`}>${xml}</c>`;
}

function sheetXml({ rows, merges = [], hiddenRows = [], hiddenColumns = [] }: TestSheet): string {
  const data = rows.map((cells, row) =>
    cells === null
      ? ''
      : `<row r="${row + 1}"${hiddenRows.includes(row + 1) ? ' hidden="1"' : ''}>${cells.map((cell, index) => cellXml(cell, `${column(index)}${row + 1}`)).join('')}</row>`,
  );
  const merged = merges.map((ref) => `<mergeCell ref="${ref}"/>`).join('');
  const columns = hiddenColumns.map((each) => `<col min="${each}" max="${each}" width="9" hidden="1"/>`).join('');
  return `<?xml version="1.0"?><worksheet xmlns="${main}">${columns && `<cols>${columns}</cols>`}<sheetData>${data.join('')}</sheetData>${
    merged && `<mergeCells count="${merges.length}">${merged}</mergeCells>`
  }</worksheet>`;
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006/relationships';

/** Cells of style 1 are days, those of style 2 are struck out. */
const styles = `<?xml version="1.0"?><styleSheet xmlns="${main}"><fonts count="2"><font/><font><strike/></font></fonts><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="0" fontId="1"/></cellXfs></styleSheet>`;

/** The same XML as some programs write it: each element with a prefix, which its namespace has then. */
const prefixed = (xml: string, prefix: string) =>
  xml.replaceAll(/<(\/?)(?=[A-Za-z])/g, `<$1${prefix}:`).replace(' xmlns="', ` xmlns:${prefix}="`);

/** An archive with its XML written so. */
export const withPrefixes = (files: readonly Packed[], prefix: string): Packed[] =>
  files.map((file) => {
    const isXml = typeof file.text === 'string' && /\.(?:xml|rels)$/.test(file.name);
    return isXml ? { ...file, text: prefixed(file.text, prefix) } : file;
  });

/** A workbook of such sheets, with other files in it perhaps; its elements have a prefix, if one is told. */
export const workbookOf = (sheets: readonly TestSheet[], more: readonly Packed[] = [], prefix?: string): Buffer => {
  const files = filesOf(sheets);
  return zipOf([...(prefix === undefined ? files : withPrefixes(files, prefix)), ...more]);
};

const filesOf = (sheets: readonly TestSheet[]): Packed[] => [
  {
    name: '[Content_Types].xml',
    text: '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
  },
  {
    name: '_rels/.rels',
    text: `<?xml version="1.0"?><Relationships xmlns="${packages}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  },
  {
    name: 'xl/workbook.xml',
    text: `<?xml version="1.0"?><workbook xmlns="${main}" xmlns:r="${office}"><sheets>${sheets
      .map(
        ({ name, state }, index) =>
          `<sheet name="${escaped(name)}" sheetId="${index + 1}"${state ? ` state="${state}"` : ''} r:id="rId${index + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
  },
  {
    name: 'xl/_rels/workbook.xml.rels',
    text: `<?xml version="1.0"?><Relationships xmlns="${packages}">${sheets
      .map(
        (_, index) =>
          `<Relationship Id="rId${index + 1}" Type="${office}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
      )
      .join('')}<Relationship Id="rId900" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  },
  { name: 'xl/styles.xml', text: styles },
  ...sheets.map((sheet, index) => ({ name: `xl/worksheets/sheet${index + 1}.xml`, text: sheetXml(sheet) })),
];

/** A text in an encoding of one byte a sign; what it does not have is refused. */
export function bytesOf(text: string, encoding: string): Buffer {
  const decoder = new TextDecoder(encoding);
  const table = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]));
  return Buffer.from(
    Array.from(text, (sign) => {
      const byte = table.get(sign);
      if (byte === undefined) {
        throw new Error(`${encoding} has no ${sign}`);
      }
      return byte;
    }),
  );
}

/** UTF-16 with the high byte first. */
export const utf16be = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();
