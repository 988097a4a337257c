import { zipped, type ZipEntry } from './zip.ts';

/** A moment is shown as the clocks did, as if it were UTC. */
export type SheetCell = string | number | boolean | Date | null;

export interface Sheet {
  readonly name: string;
  /** In pieces. */
  readonly rows: AsyncIterable<readonly SheetCell[][]>;
  /** The first row is of headings: it stays in view. */
  readonly hasHeadings?: boolean;
  /** Of columns, in signs. */
  readonly widths?: readonly number[];
}

/** What a sheet has room for; more goes on in another, under the same headings. */
const mostRows = 1_048_576;
const mostSigns = 32_767;
const mostSignsOfName = 31;

/** Rows written at once: some hundred kilobytes, which do not outlive the next ones. */
const rowsOfText = 32;

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Places in `cellXfs` below. */
const styles = { heading: 1, moment: 2 } as const;

/** How a Romanian spreadsheet shows a moment, and reads one. */
const stylesXml = `${declaration}<styleSheet xmlns="${main}">
<numFmts count="1"><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy\\ hh:mm:ss"/></numFmts>
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>
<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>
<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>
</styleSheet>`;

/**
 * A workbook (ECMA-376) of some sheets, made while it is read: a million rows need no more memory than ten thousand. Of our own,
 * because what there is can stream one sheet, or have several.
 */
export const workbook = (sheets: readonly Sheet[]): AsyncGenerator<Buffer> => zipped(parts(sheets));

async function* parts(sheets: readonly Sheet[]): AsyncGenerator<ZipEntry> {
  const names: string[] = [];
  for (const sheet of sheets) {
    const { name, rows } = sheet;
    const source = new Rows(rows);
    try {
      for (let part = 1; part === 1 || !source.isOver; part += 1) {
        names.push(part === 1 ? name.slice(0, mostSignsOfName) : numbered(name, part));
        yield { path: `xl/worksheets/sheet${names.length}.xml`, data: sheetXml(sheet, source) };
      }
    } finally {
      await source.close();
    }
  }
  yield { path: 'xl/styles.xml', data: [stylesXml] };
  yield { path: 'xl/workbook.xml', data: [workbookXml(names)] };
  yield { path: 'xl/_rels/workbook.xml.rels', data: [workbookRelations(names.length)] };
  yield {
    path: '_rels/.rels',
    data: [relationsXml([`Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"`])],
  };
  yield { path: '[Content_Types].xml', data: [contentTypes(names.length)] };
}

const numbered = (name: string, part: number) => `${name.slice(0, mostSignsOfName - 4)}_${part}`;

/** Pieces of rows that several sheets share: a piece that does not fit goes on in the next. */
class Rows {
  readonly #source: AsyncIterator<readonly SheetCell[][]>;
  #rest: readonly SheetCell[][] = [];
  #headings: readonly SheetCell[] | undefined;
  isOver = false;

  constructor(rows: AsyncIterable<readonly SheetCell[][]>) {
    this.#source = rows[Symbol.asyncIterator]();
  }

  /** The next rows, as many as fit; none at the end. */
  async take(most: number): Promise<readonly (readonly SheetCell[])[]> {
    await this.#look();
    const taken = this.#rest.slice(0, most);
    this.#rest = this.#rest.slice(most);
    this.#headings ??= taken[0];
    if (this.#rest.length === 0) {
      await this.#look();
    }
    return taken;
  }

  get headings(): readonly SheetCell[] | undefined {
    return this.#headings;
  }

  async #look(): Promise<void> {
    while (this.#rest.length === 0 && !this.isOver) {
      const { value, done } = await this.#source.next();
      this.isOver = done === true;
      this.#rest = done === true ? [] : value;
    }
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }
}

async function* sheetXml({ hasHeadings = false, widths = [] }: Sheet, source: Rows): AsyncGenerator<string> {
  const frozen = hasHeadings ? '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' : '';
  const columns = widths.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  const cols = columns.length > 0 ? `<cols>${columns.join('')}</cols>` : '';
  const views = `<sheetViews><sheetView workbookViewId="0">${frozen}</sheetView></sheetViews>`;
  yield `${declaration}<worksheet xmlns="${main}">${views}${cols}<sheetData>`;
  let written = 0;
  if (hasHeadings && source.headings) {
    yield rowXml(source.headings, (written += 1), true);
  }
  for (
    let rows = await source.take(mostRows - written);
    rows.length > 0;
    rows = await source.take(mostRows - written)
  ) {
    for (let start = 0; start < rows.length; start += rowsOfText) {
      let xml = '';
      for (const row of rows.slice(start, start + rowsOfText)) {
        written += 1;
        xml += rowXml(row, written, hasHeadings && written === 1);
      }
      yield xml;
    }
  }
  yield '</sheetData></worksheet>';
}

function rowXml(row: readonly SheetCell[], number: number, isHeading: boolean): string {
  let cells = '';
  for (let position = 0; position < row.length; position += 1) {
    cells += cellXml(row[position] ?? null, `${columnName(position)}${number}`, isHeading);
  }
  return `<row r="${number}">${cells}</row>`;
}

function cellXml(cell: SheetCell, at: string, isHeading: boolean): string {
  switch (typeof cell) {
    case 'string':
      return `<c r="${at}"${isHeading ? ` s="${styles.heading}"` : ''} t="inlineStr"><is><t xml:space="preserve">${textXml(cell)}</t></is></c>`;
    case 'number':
      return Number.isFinite(cell) ? `<c r="${at}"><v>${cell}</v></c>` : '';
    case 'boolean':
      return `<c r="${at}" t="b"><v>${Number(cell)}</v></c>`;
    default:
      return cell === null ? '' : `<c r="${at}" s="${styles.moment}"><v>${serialOf(cell)}</v></c>`;
  }
}

/** Days since the 30th of December 1899, as spreadsheets count them. */
const serialOf = (moment: Date) => moment.getTime() / 86_400_000 + 25_569;

const needsCare = /[&<>\p{Cc}\p{Cs}\uFFFE\uFFFF]|_x[0-9A-Fa-f]{4}_/u;
const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** What XML cannot hold is written as `_x0007_`, and what looks like that as `_x005F_x0007_` (ECMA-376, ST_Xstring). */
function textXml(text: string): string {
  const short = text.length > mostSigns ? text.slice(0, mostSigns) : text;
  if (!needsCare.test(short)) {
    return short;
  }
  return short
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll(/[&<>]/g, (sign) => escapes[sign] ?? sign)
    .replaceAll(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, (sign) =>
      sign === '\t' || sign === '\n' ? sign : `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    );
}

const columnNames: string[] = [];

/** `A` to `Z`, then `AA`. */
function columnName(position: number): string {
  const known = columnNames[position];
  if (known !== undefined) {
    return known;
  }
  const label = String.fromCharCode(65 + (position % 26));
  return (columnNames[position] = position < 26 ? label : `${columnName(Math.floor(position / 26) - 1)}${label}`);
}

const workbookXml = (names: readonly string[]) =>
  `${declaration}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${names
    .map((name, index) => `<sheet name="${attributeXml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)
    .join('')}</sheets></workbook>`;

const attributeXml = (text: string) => textXml(text).replaceAll('"', '&quot;');

const workbookRelations = (sheets: number) =>
  relationsXml([
    ...Array.from(
      { length: sheets },
      (_, index) => `Id="rId${index + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${index + 1}.xml"`,
    ),
    `Id="rId${sheets + 1}" Type="${relations}/styles" Target="styles.xml"`,
  ]);

const relationsXml = (all: readonly string[]) =>
  `${declaration}<Relationships xmlns="${packages}/relationships">${all
    .map((attributes) => `<Relationship ${attributes}/>`)
    .join('')}</Relationships>`;

const contentTypes = (sheets: number) =>
  `${declaration}<Types xmlns="${packages}/content-types">` +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  '<Default Extension="xml" ContentType="application/xml"/>' +
  `<Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>` +
  `<Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>${Array.from(
    { length: sheets },
    (_, index) => `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="${types}.worksheet+xml"/>`,
  ).join('')}</Types>`;
