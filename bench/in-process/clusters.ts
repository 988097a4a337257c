import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../server/src/database/embedded/embedded-postgres.ts';
import { migrate } from '../../server/src/database/schema/migrate.ts';
import { sessionOf } from '../../server/src/database/connection/session.ts';
import { startStockPostgres, stockPrograms } from '../../server/src/testing/stock-postgres.ts';
import { buildTown } from './town.ts';

export interface Cluster {
  /** Connects as the owner of everything. */
  readonly url: string;
  stop(): Promise<void>;
}

/** What `openCluster` takes: the embedded PostgreSQL, and the programs of those that Debian's packages have put on this machine. */
export const knownClusters = (): string[] => ['embedded', ...stockPrograms()];

/** A PostgreSQL that is thrown away: `embedded` as we set it, or one of those programs as its packagers did. */
export async function openCluster(programs: string): Promise<Cluster> {
  if (programs !== 'embedded') {
    return startStockPostgres(programs);
  }
  const folder = await mkdtemp(join(tmpdir(), 'noa-bench-'));
  await chmod(folder, 0o755); // as root, PostgreSQL runs as a user of its own
  const postgres = await startEmbeddedPostgres(folder, { durable: false });
  return {
    url: postgres.url,
    stop: async () => {
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The databases that `prepareTemplates` makes, with what PostgreSQL knows of them. */
export const templates = {
  empty: 'empty database',
  filled: '50th org, no statistics',
  analyzed: '50th org, statistics of before',
} as const;

/** An empty database and two towns of 49 orgs, to be copied; statistics are taken when they are asked for only. */
export async function prepareTemplates(clusterUrl: string, apartments: number): Promise<void> {
  await asOwner(clusterUrl, async (client) => {
    await client.query('alter system set autovacuum = off');
    await client.query('select pg_reload_conf()');
  });
  const create = (name: keyof typeof templates, from: string) =>
    asOwner(clusterUrl, (client) => client.query(`create database ${name} template ${from}`));
  await create('empty', 'template1');
  await migrate(ofDatabase(clusterUrl, 'empty'));
  await create('filled', 'empty');
  await asOwner(ofDatabase(clusterUrl, 'filled'), (client) =>
    buildTown(client, apartments, () => undefined, { orgs: 49, analyzed: false }),
  );
  await create('analyzed', 'filled');
  await asOwner(ofDatabase(clusterUrl, 'analyzed'), (client) => client.query('vacuum analyze'));
}

/** Does `work` in a copy of a template, with an org that was made in it just now. */
export async function withNewOrg<T>(
  clusterUrl: string,
  template: string,
  work: (url: string, orgId: string) => Promise<T>,
): Promise<T> {
  const url = ofDatabase(clusterUrl, 'one_copy');
  await asOwner(clusterUrl, (client) => client.query(`create database one_copy template ${template}`));
  try {
    const { rows } = await asOwner(url, async (client) => {
      await client.query(`select set_config('noa.actor', 'bench', false)`);
      return client.query<{ id: string }>(`insert into org (name) values ('Primăria nouă') returning id`);
    });
    return await work(url, rows[0]?.id ?? '');
  } finally {
    await asOwner(clusterUrl, (client) => client.query('drop database one_copy with (force)'));
  }
}

const ofDatabase = (url: string, database: string) => url.replace(/\/[^/?]*(\?|$)/, `/${database}$1`);

async function asOwner<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(sessionOf(url, 'owner'));
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
