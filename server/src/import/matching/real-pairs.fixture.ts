import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import type { KnownAddress, KnownStreet, StatedAddress } from '@noa/domain/addresses/match.ts';

/**
 * Where the truth comes from. `tower-blocks.csv` was made of `buildings.csv` and the post's directory, and its `source_ref` says of
 * which row each block is made (`seismic:717`): the pair of row and block is known without looking at their addresses. How the
 * directory's makers matched streets is nothing that is believed here. `bucuresti-as-published.csv` has no ids: its rows are those of
 * `buildings.csv` at the same coordinates, where no other row stands.
 */
const folder = fileURLToPath(new URL('../../../../../shared/data/', import.meta.url));
export const isThere = existsSync(folder);

type Row = Readonly<Record<string, string>>;

const readRows = async (name: string): Promise<readonly Row[]> =>
  parse(await readFile(`${folder}${name}.csv`), { columns: true, relax_quotes: true, bom: true });

export interface Pair {
  readonly stated: StatedAddress;
  /** The known address that the row is, by its source; null where none is made of it. */
  readonly truth: string | null;
  readonly lat: number;
  readonly lng: number;
}

const text = (row: Row, name: string) => row[name] ?? '';

export interface KnownWithSource extends KnownAddress {
  /** The block that its source says; the first where several have one address, letter by letter. */
  readonly sourceRef: string;
  readonly lat: number;
  readonly lng: number;
}

/** Blocks as the registry would have them: two of the same words are one address, and nobody could tell them apart. */
export async function readKnown(): Promise<{ known: readonly KnownWithSource[]; idOf: ReadonlyMap<string, string> }> {
  const byAddress = new Map<string, KnownWithSource>();
  const idOf = new Map<string, string>();
  for (const row of await readRows('tower-blocks')) {
    const sourceRef = text(row, 'source_ref');
    const [county, locality, street] = [text(row, 'county'), text(row, 'loc'), text(row, 'street')];
    const [number, block] = [text(row, 'number'), text(row, 'block')];
    const key = [text(row, 'loc_id'), text(row, 'artery_id') || street, number, block].join('\n');
    const known = {
      id: sourceRef,
      sourceRef,
      county,
      locality,
      street,
      number,
      block,
      lat: Number(text(row, 'lat')),
      lng: Number(text(row, 'lon')),
    };
    byAddress.set(key, byAddress.get(key) ?? known);
    idOf.set(sourceRef, byAddress.get(key)?.id ?? sourceRef);
  }
  return { known: [...byAddress.values()], idOf };
}

/** Streets of the post's directory, in the localities that they lie in. */
export async function readStreets(): Promise<readonly KnownStreet[]> {
  const rows = await readRows('gis-nodes');
  const byId = new Map(rows.map((row) => [text(row, 'id'), row]));
  return rows
    .filter(({ kind }) => kind === 'artery')
    .flatMap((artery) => {
      const locality = byId.get(text(artery, 'parent_id'));
      const uat = locality && byId.get(text(locality, 'parent_id'));
      const county = uat && (byId.get(text(uat, 'parent_id')) ?? uat);
      return locality && county
        ? [{ county: text(county, 'name'), locality: text(locality, 'name'), name: text(artery, 'name') }]
        : [];
    });
}

const pointOf = (row: Row) => [row['lat'], row['lng']].map((degrees) => Number(degrees).toFixed(5)).join(' ');

/** `buildings.csv`: its rows as the town halls wrote them. */
export async function readTownHalls(idOf: ReadonlyMap<string, string>): Promise<readonly Pair[]> {
  const rows = await readRows('buildings');
  return rows.map((row) => ({
    stated: {
      county: text(row, 'county'),
      locality: text(row, 'locality'),
      street: text(row, 'street'),
      number: text(row, 'number'),
      block: text(row, 'block'),
    },
    truth: idOf.get(`seismic:${text(row, 'source_id')}`) ?? null,
    lat: Number(row['lat']),
    lng: Number(row['lng']),
  }));
}

/** `bucuresti-as-published.csv`: street, number, block and staircase in one column or two, untouched. */
export async function readPublished(idOf: ReadonlyMap<string, string>): Promise<readonly Pair[]> {
  const bySpot = Map.groupBy(
    (await readRows('buildings')).filter(({ county }) => county === 'București'),
    pointOf,
  );
  return (await readRows('bucuresti-as-published')).flatMap((row) => {
    const [same, ...others] = bySpot.get(pointOf(row)) ?? [];
    if (same === undefined || others.length > 0) {
      return [];
    }
    const stated = {
      county: text(row, 'county'),
      locality: text(row, 'locality'),
      street: text(row, 'address'),
      number: text(row, 'street_number'),
      block: '',
    };
    const truth = idOf.get(`seismic:${text(same, 'source_id')}`) ?? null;
    return [{ stated, truth, lat: Number(row['lat']), lng: Number(row['lng']) }];
  });
}

/** Metres between two points of Romania, as a map shows them. */
export const metresBetween = (a: { lat: number; lng: number }, b: { lat: number; lng: number }): number =>
  Math.hypot((a.lat - b.lat) * 111_000, (a.lng - b.lng) * 78_500);
