import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { streamXlsxRows } from 'hucre/xlsx';
import type { ListExport } from '@noa/domain/list-export.ts';
import type { Answer, Caller } from '../../testing/harness.ts';
import { reports } from './events.ts';

const CreateListExport = /* GraphQL */ `
  mutation ($input: ListExportInput!) {
    createListExport(input: $input) {
      url
      fileName
      expiresAt
    }
  }
`;

/** Asks for a list as a file, as the console does: containers' ids as CSV, where nothing else is said. */
export const askListExport = (by: Caller, input: object): Promise<Answer> =>
  by.run(CreateListExport, {
    input: {
      list: 'containers',
      title: 'Containere',
      columns: [{ label: 'Id', paths: ['id'] }],
      format: 'CSV' satisfies ListExport['format'],
      ...input,
    },
  });

/** The file that was asked for, as the browser fetches it; nothing of it waits to be fetched again. */
export async function openListExport({ data, errors }: Answer): Promise<Readable> {
  const token = String(data?.createListExport?.url).replace('/downloads/', '');
  const files = [];
  for (let file = await reports.downloads.find(token); file; file = await reports.downloads.find(token)) {
    files.push(file);
  }
  const [file, ...others] = files;
  if (!file) {
    throw new Error(`No file: ${JSON.stringify(errors)}`);
  }
  others.forEach(({ stream }) => stream.destroy());
  return file.stream;
}

/** Cells of a CSV: texts as they are in quotes, numbers and moments as they are without. */
function readCsv(text: string): string[][] {
  const lines: string[][] = [];
  for (const [, quoted, plain = '', end] of text
    .replace(/^\uFEFF/, '')
    .matchAll(/(?:"((?:[^"]|"")*)"|([^;\r\n"]*))(;|\r\n)/g)) {
    const line = lines.at(-1);
    const cell = quoted === undefined ? plain : quoted.replaceAll('""', '"');
    if (line && line.at(-1) !== '\n') {
      line.push(cell);
    } else {
      line?.pop();
      lines.push([cell]);
    }
    if (end !== ';') {
      lines.at(-1)?.push('\n');
    }
  }
  lines.at(-1)?.pop();
  return lines;
}

/** Every cell of a list's file; what is empty is ''. */
export async function readListExport(by: Caller, input: object): Promise<unknown[][]> {
  const file = await buffer(await openListExport(await askListExport(by, input)));
  if ((input as { format?: string }).format !== 'XLSX') {
    return readCsv(file.toString());
  }
  const rows: unknown[][] = [];
  for await (const { values } of streamXlsxRows(file)) {
    rows.push(values.map((value) => value ?? ''));
  }
  return rows;
}
