import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { localityKeys } from '@noa/domain/addresses/locality-key.ts';
import { unique } from '../../testing/factories.ts';
import { asOwner, asSystem, db } from '../../testing/harness.ts';

const ranks = ['', 'Municipiul ', 'Mun. ', 'Oraș ', 'Comuna ', 'Satul ', 'Județul '];
const names = [
  'Târgu-Mureș',
  'Râmnicu Vâlcea',
  'Câțâi',
  'Fântâna Mâțâi',
  'Dâmbovița',
  'Sfântu Gheorghe',
  'Însurăței',
  'Bârlad',
  'Fânațele Sâbâșului',
];

/** Today's spelling, and that of before 1993, which has î within words. */
const former = (name: string) => name.replaceAll('â', 'î');

const keysOf = async (texts: readonly string[]) => {
  const { rows } = await sql<{ key: string }>`
    select place_key(text) as key from unnest(${texts}::text[]) with ordinality as t(text, n) order by n`.execute(db);
  return rows.map(({ key }) => key);
};

const written = ranks.flatMap((rank) => names.map((name) => `${rank}${name}`));
const upgrade = new URL('../../database/migrations/2026-12-06-92-places-in-capitals.sql', import.meta.url);

it.each([
  ['in capitals', (name: string) => name.toUpperCase()],
  ['in small letters', (name: string) => name.toLowerCase()],
  ['as it was spelled before', former],
  ['in capitals as it was spelled before', (name: string) => former(name).toUpperCase()],
  ['with cedillas', (name: string) => name.replaceAll('ș', 'ş').replaceAll('ț', 'ţ')],
])('a place is the same %s', async (_how, otherwise) => {
  expect(await keysOf(written.map(otherwise))).toEqual(await keysOf(written));
});

it('a place is one of those that a list may mean by its name', async () => {
  const variants = written.flatMap((name) => [name, former(name), name.toUpperCase(), former(name).toUpperCase()]);
  const keys = await keysOf(variants);

  expect(variants.filter((name, index) => !localityKeys(name).includes(String(keys[index])))).toEqual([]);
});

it('a place in capitals from before an upgrade is found by it too', async () => {
  const [id, name] = [unique('node-'), 'RÎMNICU VÎLCEA'];
  await asOwner(`create or replace function place_key(value text) returns text language sql immutable strict parallel safe as $$
    select public.fold(lower(value)) $$`);
  await asSystem((tx) =>
    tx.insertInto('gis_node').values({ id, kind: 'county', name, lat: null, lng: null }).execute(),
  );

  await asOwner(await readFile(upgrade, 'utf8'));

  const kept = await asSystem((tx) =>
    tx.selectFrom('gis_node').select(['match_key', 'row_id']).where('id', '=', id).execute(),
  );
  expect(kept).toMatchObject([{ match_key: 'ramnicu valcea' }]);
});
