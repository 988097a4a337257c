import { afterAll, describe, expect, it } from 'vitest';
import { makeDatabase } from '../../testing/databases.ts';

const database = await makeDatabase('migrated');
afterAll(() => database.drop());

/** Every function of ours: what may be called while an index is built, a row is read back, or a table is analysed. Procedures are called by migrations alone. */
const routines = (await database.run(
  `set search_path = ''`,
  `select p.oid::regprocedure::text as name, l.lanname as language, pg_get_functiondef(p.oid) as definition,
    exists (select from unnest(p.proconfig) as s where s like 'search\\_path=%') as pinned
  from pg_proc p join pg_language l on l.oid = p.prolang
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  order by 1`,
)) as { name: string; language: string; definition: string; pinned: boolean }[];

describe('a function, where no search_path helps it', () => {
  it.each(routines.filter(({ pinned }) => !pinned))('names the schemas of what it calls: $name', async (routine) => {
    // PostgreSQL looks a function in SQL through when it is made; of others it learns what they name when they run.
    expect(routine.language).toBe('sql');
    await database.run('begin', `set local search_path = ''`, routine.definition, 'rollback');
  });

  it('lets a table be indexed and analysed anew', async () => {
    await database.run(
      `set noa.actor = 'tests'`,
      `insert into gis_node (id, kind, name) values ('t-1', 'county', 'Județul Iași'), ('t-2', 'county', 'Bîrlad')`,
      'reindex table gis_node',
      'analyze gis_node',
      `set search_path = ''`,
      'update public.gis_node set name = name',
    );

    expect(await database.run('select match_key from gis_node order by id')).toEqual([
      { match_key: 'iasi' },
      { match_key: 'barlad' },
    ]);
  });
});
