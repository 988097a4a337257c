import { appendFile, cp, mkdtemp, readdir, rename, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { explainStartFailure } from '../../process/start-failure.ts';
import { makeDatabase, type TestDatabase } from '../../testing/databases.ts';
import { version } from '../../process/version.ts';
import { migrate } from './migrate.ts';
import { DatabaseRefused } from './schema-history.ts';

const own = new URL('../migrations/', import.meta.url);
const names = (await readdir(own)).map((file) => file.replace(/\.sql$/, '')).toSorted();
const [first = '', second = ''] = names;
const last = names.at(-1) ?? '';

/** The program's migrations, changed. */
async function changed(change: (path: (name: string) => string) => Promise<void>): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), 'noa-migrations-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(own, folder, { recursive: true });
  await change((name) => join(folder, `${name}.sql`));
  return pathToFileURL(`${folder}/`);
}

async function refusalOf(url: string, folder: URL = own): Promise<DatabaseRefused> {
  const error = await migrate(url, { folder }).catch((thrown: unknown) => thrown);
  if (!(error instanceof DatabaseRefused)) {
    throw new Error('The database was not refused', { cause: error });
  }
  // One sentence or a few, on one line, and no stack trace.
  expect(explainStartFailure(error)).toBe(`Noa did not start. ${error.message}`);
  expect(error.message).toMatch(/^[^\n]+\.$/);
  return error;
}

describe('a database whose migrations are not those of this program', () => {
  let database: TestDatabase;
  const state = `select array(select name || sha256 || program from schema_migration order by number) as ran,
    array(select name from kysely_migration order by name) as done, (select max(oid) from pg_class) as newest`;
  let before: unknown;
  beforeAll(async () => {
    database = await makeDatabase('migrated');
    before = await database.run(state);
  });
  afterAll(() => database.drop());

  it.each([
    ['changed', 'one that ran was changed', [second], (at) => appendFile(at(second), '\n-- a word\n')],
    ['missing', 'one that ran is missing', [second], (at) => unlink(at(second))],
    ['missing', 'the last that ran is missing', [last], (at) => unlink(at(last))],
    ['reordered', 'a new one comes before others', [`${second}-b`], (at) => writeFile(at(`${second}-b`), 'select 1')],
    ['missing', 'one has another name', [second], (at) => rename(at(second), at(`${last}-b`))],
  ] satisfies [string, string, string[], (at: (name: string) => string) => Promise<void>][])(
    'is refused, as %s: %s',
    async (refusal, _what, about, change) => {
      const refused = await refusalOf(database.url, await changed(change));

      expect(refused).toMatchObject({ refusal, about });
      expect(refused.message).toContain(about[0]);
      expect(await database.run(state)).toEqual(before);
    },
  );

  it('is refused when they ran in another order', async () => {
    const other = await makeDatabase('migrated');
    onTestFinished(() => other.drop());
    await other.run(`update schema_migration set number = -number where name in ('${first}', '${second}')`);

    expect(await refusalOf(other.url)).toMatchObject({ refusal: 'reordered', about: [second] });
  });

  it('is refused when a newer program ran more of them', async () => {
    const newer = await makeDatabase('migrated');
    onTestFinished(() => newer.drop());
    await newer.run(
      `insert into schema_migration select max(number) + 1, '2031-01-01-01-more', repeat('0', 64), '0.10.0' from schema_migration`,
      `insert into kysely_migration values ('2031-01-01-01-more', now()::text)`,
    );

    const refused = await refusalOf(newer.url);

    expect(refused).toMatchObject({ refusal: 'newer', about: ['2031-01-01-01-more'] });
    expect(refused.message).toContain(`this is Noa ${version}`);
    expect(refused.message).toContain('Start Noa 0.10.0 or newer');
  });

  it('is refused when it was made before checksums were kept, and left as it is', async () => {
    const old = await makeDatabase('migrated');
    onTestFinished(() => old.drop());
    await old.run(
      'drop table schema_migration, schema_catalogue',
      `delete from kysely_migration where name >= '2026-11-22-83'`,
    );

    const refused = await refusalOf(old.url);

    expect(refused.refusal).toBe('development');
    expect(refused.message).toContain('DATA_DIR');
    expect(await old.run('select count(*)::int as tables from pg_tables where tablename = $$org$$')).toEqual([
      { tables: 1 },
    ]);
  });

  it.each([
    ['unknown', 'drop table kysely_migration'],
    ['unknown', 'drop table schema_migration'],
    ['incomplete', 'drop table schema_catalogue'],
    ['incomplete', 'delete from schema_catalogue'],
    ['incomplete', `delete from kysely_migration where name = '${last}'`],
  ])('is refused, as %s, when what is kept of them came back in part: %s', async (refusal, damage) => {
    const torn = await makeDatabase('migrated');
    onTestFinished(() => torn.drop());
    await torn.run(damage);

    expect((await refusalOf(torn.url)).refusal).toBe(refusal);
  });

  it('is upgraded when there are only more of them', async () => {
    const grown = await makeDatabase('migrated');
    onTestFinished(() => grown.drop());
    const folder = await changed((at) => writeFile(at('2031-01-01-01-more'), 'create table more (id integer)'));

    expect(await migrate(grown.url, { folder })).toEqual(['2031-01-01-01-more']);
    expect(await migrate(grown.url, { folder })).toEqual([]);
    expect(await grown.run('select name, program from schema_migration order by number desc limit 1')).toEqual([
      { name: '2031-01-01-01-more', program: version },
    ]);
    await grown.run('drop table more');
    expect((await refusalOf(grown.url, folder)).about).toContain('table public.more');
  });
});

describe('a database that lacks something', () => {
  /** One of each kind of thing that there is in a schema, and how it gets lost. */
  const losses: Record<string, string> = {
    'extension pg_trgm': 'drop extension pg_trgm cascade',
    'table public.ara_card': 'drop table ara_card cascade',
    'view public.manager_version': 'drop view manager_version',
    'sequence public.row_id': 'drop sequence row_id cascade',
    'index public.gis_node_siruta_taken': 'drop index gis_node_siruta_taken',
    'row-level security of public.card': 'alter table card disable row level security',
    'column public.container.size_litres': 'alter table container drop column size_litres cascade',
    'constraint org_name_taken of public.org': 'alter table org drop constraint org_name_taken',
    'trigger append_only of public.audit_entry': 'alter table audit_entry disable trigger append_only',
    'policy in_scope of public.manager': 'drop policy in_scope on manager',
    'routine public.audit_first_broken()': 'drop function audit_first_broken()',
    'right to select relation public.org, of noa_app': 'revoke select on org from noa_app',
  };
  let refused: DatabaseRefused;
  let kinds: string[];
  beforeAll(async () => {
    const database = await makeDatabase('migrated');
    try {
      const rows = await database.run(
        `select distinct split_part(unnest(objects), ' ', 1) as kind from schema_catalogue`,
      );
      kinds = rows.map(({ kind }) => String(kind)).toSorted();
      await database.run(
        ...Object.values(losses),
        `update pg_index set indisvalid = false
        where indexrelid = 'gis_node_kind_match_key_idx'::regclass`,
      );
      refused = await refusalOf(database.url);
    } finally {
      await database.drop();
    }
  });

  it('is refused for something lost of every kind that there is', () => {
    const lost = Object.keys(losses).map((name) => name.slice(0, name.indexOf(' ')));
    expect([...new Set(lost)].toSorted()).toEqual(kinds);
  });

  it.each([...Object.keys(losses), 'index public.gis_node_kind_match_key_idx'])(
    'is refused, naming what: %s',
    (name) => {
      expect(refused).toMatchObject({ refusal: 'incomplete', about: expect.arrayContaining([name]) });
    },
  );

  it('is told so in a message that does not grow with it', () => {
    expect(refused.about.length).toBeGreaterThan(12);
    expect(refused.message.length).toBeLessThan(1500);
    expect(refused.message).toMatch(/ and \d+ more/);
  });
});
