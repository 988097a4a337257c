import { createInflateRaw } from 'node:zlib';
import type { Client } from '../client.ts';

/** A file to ask for. */
export interface FileAsked {
  readonly title: string;
  readonly report: string;
  readonly records: boolean;
  readonly format: 'CSV' | 'XLSX';
  readonly groupBy: readonly string[];
  readonly metrics: readonly string[];
}

export interface Fetched {
  /** Without the line of headings and that of totals. */
  readonly rows: number;
  readonly bytes: number;
  readonly seconds: number;
}

const document = /* GraphQL */ `
  mutation ($input: ExportInput!) {
    createExport(input: $input) {
      url
    }
  }
`;

/** Asks for a file as the console does and lets it run away, counting its rows. */
export async function fetchFile(
  client: Client,
  { report, records, format, groupBy, metrics }: FileAsked,
  period: { readonly from: string; readonly to: string },
): Promise<Fetched> {
  const began = performance.now();
  const input = { report, records, format, input: { ...period, groupBy, metrics } };
  const { createExport } = await client.run<{ createExport: { url: string } }>(document, { input });
  const response = await fetch(`${client.origin}${createExport.url}`);
  if (!response.ok || !response.body) {
    throw new Error(`No file: ${response.status}`);
  }
  const counter = format === 'CSV' ? countLines() : countSheetRows();
  let bytes = 0;
  for await (const piece of response.body) {
    bytes += piece.length;
    await counter.take(piece);
  }
  const aside = records ? 1 : 2;
  return { rows: (await counter.end()) - aside, bytes, seconds: (performance.now() - began) / 1000 };
}

interface Counter {
  readonly take: (piece: Uint8Array) => Promise<void>;
  readonly end: () => Promise<number>;
}

/** No cell of these reports has a line break in it. */
function countLines(): Counter {
  let lines = 0;
  return {
    take: async (piece) => {
      for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) {
        lines += 1;
      }
    },
    end: async () => lines,
  };
}

/** Rows of the first sheet, which is the first thing in the workbook: its bytes follow a header of 30 and its name. */
function countSheetRows(): Counter {
  const inflate = createInflateRaw();
  let head: Buffer | null = Buffer.alloc(0);
  let rows = 0;
  let rest = '';
  inflate.on('data', (data: Buffer) => {
    const text = rest + data.toString('latin1');
    rows += text.split('<row ').length - 1;
    rest = text.slice(-4); // shorter than what is looked for: nothing is counted twice
  });
  const ended = new Promise<void>((resolve, reject) => inflate.on('end', resolve).on('error', reject));
  let isOver = false;
  void ended.then(
    () => (isOver = true),
    () => (isOver = true),
  );
  return {
    take: async (piece) => {
      if (isOver) {
        return; // the other parts of the workbook
      }
      let data: Buffer = Buffer.from(piece);
      if (head) {
        head = Buffer.concat([head, data]);
        if (head.length < 30) {
          return;
        }
        data = head.subarray(30 + head.readUInt16LE(26) + head.readUInt16LE(28));
        head = null;
      }
      if (!inflate.write(data)) {
        await Promise.race([new Promise((resolve) => inflate.once('drain', resolve)), ended]);
      }
    },
    end: async () => {
      await ended;
      return rows;
    },
  };
}
