import { DuckDBInstance } from '@duckdb/node-api';
import { GraphQLError } from 'graphql';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { OperatorError, validationFailed } from '@noa/domain/errors.ts';
import { aCanary } from '../hostile/hostile-values.fixture.ts';
import { aLog, canariesIn, postgresLog } from '../hostile/logs.fixture.ts';
import { databaseUrl } from '../testing/harness.ts';

const canary = aCanary();
const typed = `${canary.word} ${canary.idNumber}`;

const thrownBy = async (work: () => unknown): Promise<unknown> => {
  try {
    await work();
  } catch (error) {
    return error;
  }
  throw new Error('It did not fail');
};

/** Statements in which PostgreSQL quotes a value in its message, detail, hint, context or query. */
const statements: Readonly<Record<string, readonly [string, unknown[]]>> = {
  'a value of another type': ['select $1::text::uuid', [typed]],
  'a key that is taken': ['insert into logged (name) values ($1), ($1)', [typed]],
  'a row that fails its check': ['insert into logged (name, age) values ($1, -1)', [typed]],
  'a value that is too long': ['insert into logged (short) values ($1)', [typed]],
  'an error raised by a function': [
    `do $do$ begin raise exception 'no %', '${typed}' using detail = '${typed}', hint = '${typed}'; end $do$`,
    [],
  ],
  'a statement with an error': [`selec '${typed}'`, []],
  'a column that is not there': [`select "${typed}" from logged`, []],
  'a number out of range': ['select $1::int', [canary.idNumber]],
  'a null character': ['select $1::text', [`${typed}\0`]],
};

const failures = new Map<string, unknown>();

beforeAll(async () => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('create table logged (name text unique, age int check (age >= 0), short varchar(3))');
  for (const [name, [text, values]] of Object.entries(statements)) {
    failures.set(`PostgreSQL: ${name}`, await thrownBy(() => client.query(text, values)));
  }
  await client.end();
  const duckdb = await (await DuckDBInstance.create()).connect();
  failures.set('DuckDB', await thrownBy(() => duckdb.run(`select '${typed}'::integer`)));
  await duckdb.run('set errors_as_json = true');
  failures.set('DuckDB, in JSON', await thrownBy(() => duckdb.run(`select '${typed}'::integer`)));
  duckdb.closeSync();
  failures.set('JSON', await thrownBy(() => JSON.parse(typed) as unknown));
  failures.set('a number', await thrownBy(() => BigInt(typed)));
  failures.set('an address', await thrownBy(() => new URL(typed)));
  failures.set('a zone', await thrownBy(() => new Intl.DateTimeFormat('ro', { timeZone: typed })));
  failures.set('a key of undefined', await thrownBy(() => (undefined as unknown as Record<string, () => void>)[typed]));
  failures.set(
    'a file',
    await thrownBy(() => import('node:fs').then(({ readFileSync }) => readFileSync(`/nowhere/${typed}`))),
  );
  failures.set('a refusal', validationFailed({ [typed]: 'form.taken' }, typed));
  failures.set('GraphQL', new GraphQLError(typed, { extensions: { typed } }));
  failures.set('frames that are none', new Error(`\n    at ${canary.word} (/home/${canary.idNumber}/file.ts:1:1)`));
  failures.set('a cause', new Error('outer', { cause: new Error(typed, { cause: typed }) }));
  failures.set('several', new AggregateError([new Error(typed), typed], typed));
  failures.set('properties', Object.assign(new Error('x'), { input: typed, code: typed, path: typed, cmd: typed }));
  failures.set('a name', Object.assign(new Error('x'), { name: typed }));
  failures.set('a text', typed);
});

describe('the log', () => {
  it('holds nothing of what was typed, whatever failed, however it is logged', () => {
    const { logger, text } = aLog();

    for (const [name, err] of failures) {
      logger.error({ err }, name);
      logger.child({ part: 'child' }).error({ err, error: err });
      logger.warn({ err }, err instanceof Error ? err.message : name);
      if (err instanceof Error) {
        logger.error(err);
        logger.error(err, err.message);
      }
    }

    expect(text().split('\n').length).toBeGreaterThan(failures.size * 3);
    expect(canariesIn(text(), canary)).toEqual([]);
  });

  it('says what failed and where', () => {
    const { logger, text } = aLog();

    logger.error({ err: failures.get('PostgreSQL: a key that is taken') }, 'Internal error');

    const { err, msg } = JSON.parse(text()) as { err: Record<string, string>; msg: string };
    expect(msg).toBe('Internal error');
    expect(err).toMatchObject({
      type: 'DatabaseError',
      code: '23505',
      table: 'logged',
      constraint: 'logged_name_key',
      routine: '_bt_check_unique',
    });
    expect(err['stack']).toContain('logging.test.ts');
  });

  it('tells the message that was written for who runs the server', () => {
    const { logger, text } = aLog();

    logger.error({ err: new OperatorError('Another process uses /data/events.duckdb') }, 'No reports yet');

    expect(text()).toContain('Another process uses /data/events.duckdb');
  });

  it('names the route of a request, not its address', () => {
    const { logger, text } = aLog();

    logger.info({ req: { method: 'GET', url: `/downloads/${typed}`, routeOptions: { url: '/downloads/:token' } } });

    expect(text()).toContain('/downloads/:token');
    expect(canariesIn(text(), canary)).toEqual([]);
  });
});

describe('PostgreSQL’s log', () => {
  it('holds nothing of the statements that failed', async () => {
    const log = await postgresLog();

    expect(canariesIn(log ?? '', canary)).toEqual([]);
  });
});
