import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { getNamedType, isInputObjectType } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../schema.ts';
import {
  aContainer,
  aContainerGroup,
  aManager,
  anAccessGroup,
  anApartment,
  anEntrance,
  anOrg,
  aTowerBlock,
  unique,
} from '../testing/factories.ts';
import { iso, nextMoment } from '../graphql/past.fixture.ts';
import { asOwner, asSystem, db, signIn } from '../testing/harness.ts';

const root = await signIn(['root']);

/** Each list that is filtered by words of a text, and that filter; cards are found by serial numbers. */
const textFilters = Object.values(schema.getQueryType()?.getFields() ?? {}).flatMap(({ name: list, args }) => {
  const filter = getNamedType(args.find((arg) => arg.name === 'filter')?.type);
  const fields = isInputObjectType(filter) ? Object.keys(filter.getFields()) : [];
  const isList = list !== 'cards' && args.some((arg) => arg.name === 'first');
  const hasPast = args.some((arg) => arg.name === 'asOf');
  return fields
    .filter((field) => isList && ['q', 'occupierName'].includes(field))
    .map((field) => ({ list, field, filter: String(filter), hasPast }));
});

const inAllLanguages = 'Çelik-Škoda ‘Łukasz Đorđević Жуков ♻Ωμέγα №Straße';

/** What somebody types who looks for it. */
const typed = 'çelik CELIK skoda ŠKODA lukasz ŁUKASZ đorđević dordevic жуков ЖУКОВ ωμεγα ΩΜΈΓΑ strasse STRASSE'.split(
  ' ',
);

/** A record in each of the lists that is called so. */
async function called(): Promise<void> {
  const name = unique(`${inAllLanguages} `);
  const { id: org_id } = await anOrg({ name });
  await aManager({ org_id, name });
  await anAccessGroup({ org_id, name });
  const { id: tower_block_id } = await aTowerBlock({ org_id, addr_street: name });
  const { id: entrance_id } = await anEntrance({ org_id, tower_block_id });
  await anApartment({ org_id, entrance_id, occupier_kind: 'domestic', occupier_name: name });
  const { id: container_group_id } = await aContainerGroup({ org_id, name });
  await aContainer({ org_id, container_group_id, addr_street: name });
  const node = { id: unique('node-'), kind: 'county', name, lat: null, lng: null } as const;
  const person = { issuer: 'https://elsewhere.test', subject: unique('person-'), name };
  await asSystem(async (tx) => {
    await tx.insertInto('gis_node').values(node).execute();
    await tx.insertInto('account').values(person).execute();
  });
}

const columns = {
  org: 'name',
  manager: 'name',
  access_group: 'name',
  tower_block: 'addr_street',
  apartment: 'occupier_name',
  container_group: 'name',
  container: 'addr_street',
  gis_node: 'name',
};

async function found({ list, field, filter }: (typeof textFilters)[number], text: string, asOf?: string) {
  const { data, errors } = await root.run(
    `query ($filter: ${filter}) {
      ${list}(filter: $filter ${asOf ? `asOf: "${asOf}"` : ''}) { nodes { __typename } }
    }`,
    { filter: { [field]: text } },
  );
  expect(errors).toBeUndefined();
  return data[list].nodes.length as number;
}

const migration = (file: string) => readFile(new URL(`../database/migrations/${file}`, import.meta.url), 'utf8');

describe('names with letters of all languages', () => {
  let before = '';

  beforeAll(async () => {
    for (const [file, name] of [
      ['2026-11-21-21-search-text.sql', 'fold'],
      ['2026-11-21-21-search-text.sql', 'search_text'],
      ['2026-12-05-50-long-numbers.sql', 'sort_key'],
    ] as const) {
      const [, former = ''] = (await migration(file)).split(`create or replace function ${name}`);
      await asOwner(`create or replace function ${name}${former.split('$$;')[0]}$$`);
    }
    await called();
    before = iso(await nextMoment());
    for (const [table, column] of Object.entries(columns)) {
      const isCalledSo = sql`starts_with(${sql.ref(column)}, ${inAllLanguages})`;
      await asSystem((tx) =>
        sql`update ${sql.table(table)} set ${sql.ref(column)} = 'Altul' where ${isCalledSo}`.execute(tx),
      );
    }
    await called();
    for (const file of [
      '2026-12-06-90-letters-of-all-languages.sql',
      '2026-12-06-91-letters-in-their-order.sql',
      '2026-12-06-93-signs-between-words.sql',
      '2026-12-07-85-names-but-for-capitals.sql',
    ]) {
      await asOwner((await migration(file)).replaceAll('create function', 'create or replace function'));
    }
    await called();
  });

  it.each(textFilters)(
    'are found in $list by $field, case and marks apart, from before an upgrade too',
    async (each) => {
      // A person has no versions: all three are there.
      const there = each.list === 'accounts' ? 3 : 2;

      expect(await Promise.all(typed.map(async (text) => [text, await found(each, text)]))).toEqual(
        typed.map((text) => [text, there]),
      );
    },
  );

  it.each(textFilters.filter(({ hasPast }) => hasPast))('are found in the past of $list by $field', async (each) => {
    expect(await Promise.all(typed.map(async (text) => [text, await found(each, text, before)]))).toEqual(
      typed.map((text) => [text, 1]),
    );
  });

  it('are found by a search, case and marks apart', async () => {
    for (const text of typed) {
      const { data } = await root.run('query ($text: String!) { search(text: $text) { kind } }', { text });
      expect(data.search.map(({ kind }: { kind: string }) => kind)).toEqual(
        expect.arrayContaining(['manager', 'apartment']),
      );
    }
  });

  it('are ordered by the keys that a new name has', async () => {
    const { rows } = await asSystem((tx) =>
      sql<{ table: string; key: string; name: string }>`
        select t.relname as table, k.attname as key, substring(pg_get_expr(d.adbin, d.adrelid) from '^sort_key\\((\\w+)\\)$') as name
        from pg_attrdef d
        join pg_attribute k on k.attrelid = d.adrelid and k.attnum = d.adnum
        join pg_class t on t.oid = d.adrelid and t.relnamespace = 'public'::regnamespace
        where pg_get_expr(d.adbin, d.adrelid) like 'sort_key(%'`.execute(tx),
    );
    expect(rows.length).toBeGreaterThan(15);
    for (const { table, key, name } of rows) {
      for (const kept of [table, `${table}_history`]) {
        const { rows: others } = await asSystem((tx) =>
          sql`select ${sql.ref(key)} from ${sql.table(kept)} where ${sql.ref(key)} <> sort_key(${sql.ref(name)})`.execute(
            tx,
          ),
        );
        expect(others, `${kept}.${key}`).toEqual([]);
      }
    }
  });

  it('have no further version of the upgrade', async () => {
    const { data } = await root.run(
      'query ($q: String) { apartments(filter: { occupierName: $q }) { nodes { id } } }',
      {
        q: 'celik',
      },
    );
    for (const { id } of data.apartments.nodes as { id: string }[]) {
      const { history } = (
        await root.run('query ($id: ID!) { history(kind: "apartment", id: $id) { totalCount } }', { id })
      ).data;
      expect(history.totalCount).toBe(1);
    }
  });
});

describe('a letter', () => {
  const blocks = [
    [0x41, 0x24f],
    [0x370, 0x52f],
    [0x1e00, 0x1eff],
  ] as const;
  const letters = blocks
    .flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
    )
    .filter((letter) => /\p{L}/u.test(letter));
  /** Few have capitals of several letters, or in a block that no language of Europe is written with. */
  const hasCapital = (letter: string) =>
    /^(SS|[A-Za-z\u00aa-\u024f\u0370-\u052f\u1e00-\u1eff])$/u.test(letter.toUpperCase());
  const folded = async (texts: readonly string[]) => {
    const { rows } = await sql<{ folded: string }>`
      select fold(text) as folded from unnest(${texts}::text[]) with ordinality as t(text, n) order by n`.execute(db);
    return rows.map((row) => row.folded);
  };

  it.each([
    ['in capitals', (letter: string) => letter.toUpperCase()],
    ['in small letters', (letter: string) => letter.toLowerCase()],
    ['without its marks', (letter: string) => letter.normalize('NFD').replaceAll(/[\u0300-\u036f]/gu, '')],
    ['with its marks apart', (letter: string) => letter.normalize('NFD')],
  ])('is the same %s', async (_how, written) => {
    const tried = letters.filter(hasCapital);

    const [once, again] = [await folded(tried), await folded(tried.map(written))];

    expect(tried.filter((_letter, index) => once[index] !== again[index])).toEqual([]);
  });

  it('is ordered beside that which it is made of, and numbers by what they are', async () => {
    const names = (
      'Abel, Ábel 2, Abel 10, Ágoston, ágoston 3, Apetrei, Ăntonie, Çelik, Cioban, Čapek, Étienne, Estera, Łukasz, Luca, Lupu, Ördög, Orban, ' +
      'Óvári, Ștefan, Stan, Šandor, Țepeș, Teodor, Ürmös, Urs, Zidaru, Жуков, аЖ, Яков, É2, E10, é1'
    ).split(', ');

    const { rows } = await sql<{ name: string }>`
      select name from unnest(${names}::text[]) as name order by sort_key(name) collate "C"`.execute(db);

    // Romanian dictionaries have ă behind all words with a, as this has.
    const { compare } = new Intl.Collator('ro', { numeric: true });
    expect(rows.map((row) => row.name)).toEqual(names.toSorted(compare));
  });

  it('makes two names of two that are not written alike but for capitals', async () => {
    const names = ['Ágnes', 'ágnes', 'Agnes', 'Ågnes', 'agnes'];
    const { rows } = await sql<{ keys: number }>`
      select count(distinct sort_key(name))::int as keys from unnest(${names}::text[]) as name`.execute(db);

    expect(rows).toEqual([{ keys: 3 }]);
  });

  it('is the same in a name that must be the only one, small or not', async () => {
    // But for those whose capital is one of another alphabet, or two.
    const tried = letters.filter(
      (letter) => hasCapital(letter) && letter.toUpperCase().length === 1 && !/^[A-Z]$/.test(letter.toUpperCase()),
    );
    const { rows } = await sql<{ letter: string }>`
      select small as letter from unnest(${tried}::text[], ${tried.map((letter) => letter.toUpperCase())}::text[]) as t(small, large)
      where sort_key('Ž' || small) <> sort_key('ž' || large)`.execute(db);

    expect(tried.length).toBeGreaterThan(800);
    expect(rows).toEqual([]);
  });

  it('that is folded stays as it is', async () => {
    const once = await folded(letters);

    expect(await folded(once)).toEqual(once);
  });
});

describe('a sign', () => {
  const blocks = [
    [0x21, 0x2ff],
    [0x2000, 0x2bff],
    [0x1f300, 0x1faff],
  ] as const;
  const signs = blocks
    .flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
    )
    .filter((sign) => /[\p{P}\p{S}]/u.test(sign));

  it('is no part of a word: each word is found whatever stands before it', async () => {
    const names = signs.flatMap((sign) => [`${sign}Zorilor`, `Gara${sign}Zorilor`]);
    const { rows } = await sql<{ name: string }>`
      select name from unnest(${names}::text[]) as name where strpos(search_text(name), ' zorilor') = 0`.execute(db);

    expect(signs.length).toBeGreaterThan(2_000);
    expect(rows.map((row) => row.name)).toEqual([]);
  });
});
