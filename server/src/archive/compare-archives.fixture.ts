/**
 * `node compare-archives.fixture.ts <archive> <archive>`: whether two archives hold the same but for ids. A program of its own: it
 * imports nothing of Noa, inflates by another library, reads CSV by itself and knows no table. Exit code 1 if they differ.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { unzipSync } from 'fflate';

interface Manifest {
  readonly org: { readonly name: string };
  readonly files: readonly { name: string; rows: number; bytes: number; sha256: string }[];
}

interface Table {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** RFC 4180, with line feeds. */
function readCsv(text: string): Table {
  const rows: string[][] = [];
  let [row, cell, quoted]: [string[], string, boolean] = [[], '', false];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (quoted) {
      if (sign !== '"') {
        cell += sign;
      } else if (text.charAt(at + 1) === '"') {
        cell += '"';
        at += 1;
      } else {
        quoted = false;
      }
    } else if (sign === '"') {
      quoted = true;
    } else if (sign === ',' || sign === '\n') {
      row.push(cell);
      cell = '';
      if (sign === '\n') {
        rows.push(row);
        row = [];
      }
    } else {
      cell += sign;
    }
  }
  const [header = [], ...rest] = rows;
  return { header, rows: rest };
}

const wrong: string[] = [];

function readArchive(path: string): { manifest: Manifest; tables: Map<string, Table> } {
  const files = unzipSync(readFileSync(path));
  const manifest = JSON.parse(Buffer.from(files['manifest.json'] ?? []).toString()) as Manifest;
  const tables = new Map<string, Table>();
  for (const { name, rows, bytes, sha256 } of manifest.files) {
    const content = Buffer.from(files[name] ?? []);
    const table = readCsv(content.toString());
    if (content.length !== bytes || table.rows.length !== rows) {
      wrong.push(`${path}: ${name} has not the bytes and rows that its manifest says`);
    }
    if (createHash('sha256').update(content).digest('hex') !== sha256) {
      wrong.push(`${path}: ${name} has another hash`);
    }
    tables.set(name, table);
  }
  return { manifest, tables };
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Every id in the place of its row: `card.csv 7`. What a column called after an id names must be there. */
function withoutIds(tables: Map<string, Table>): Map<string, Table> {
  const names = new Map<string, string>();
  for (const [file, { header, rows }] of tables) {
    const at = header.indexOf('id');
    rows.forEach((row, index) => at >= 0 && names.set(row[at] ?? '', `${file} ${index}`));
  }
  const renamed = [...tables].map(([file, { header, rows }]): [string, Table] => {
    const isId = header.map((name) => name === 'id' || (name.endsWith('Id') && name !== 'clientId'));
    const cells = rows.map((row, index) =>
      row.map((cell, column) => {
        if (isId[column] && cell !== '' && !names.has(cell)) {
          wrong.push(`${file} ${index}: ${header[column]} names nothing`);
        }
        return isId[column] ? (names.get(cell) ?? cell) : cell.replaceAll(uuid, (id) => names.get(id) ?? id);
      }),
    );
    return [file, { header, rows: cells }];
  });
  return new Map(renamed);
}

const [first, second] = process.argv.slice(2, 4).map((path) => readArchive(path));
if (!first || !second) {
  throw new Error('Name two archives');
}
const [one, other] = [withoutIds(first.tables), withoutIds(second.tables)];
if (first.manifest.org.name !== second.manifest.org.name) {
  wrong.push('the organisations are called otherwise');
}
for (const file of new Set([...one.keys(), ...other.keys()])) {
  const [a, b] = [one.get(file), other.get(file)];
  if (JSON.stringify(a?.header) !== JSON.stringify(b?.header) || a?.rows.length !== b?.rows.length) {
    wrong.push(`${file} has other columns, or as many rows not`);
  }
  a?.rows.forEach((row, index) => {
    if (JSON.stringify(row) !== JSON.stringify(b?.rows[index])) {
      wrong.push(`${file} ${index}: ${JSON.stringify(row)} became ${JSON.stringify(b?.rows[index])}`);
    }
  });
}
const rows = Object.fromEntries([...one].map(([file, table]) => [file, table.rows.length]));
process.stdout.write(`${JSON.stringify({ wrong: wrong.slice(0, 20), rows })}\n`);
process.exitCode = wrong.length > 0 ? 1 : 0;
