/**
 * `npx noa check-grants`, also `npm run check:grants`: works out for every container group which cards its locks must know, by the
 * definition itself, and prints where the lists that are kept say something else: nothing, unless something is wrong. Exit code 1 for
 * differences, 2 when it could not look. Reads DATABASE_URL, or the embedded PostgreSQL under DATA_DIR, also while a server runs on it.
 */
import type pg from 'pg';
import { readSettings } from '../config/config.ts';
import { reachDatabase } from '../database/embedded/reach.ts';
import { sessionOf } from '../database/connection/session.ts';
import { withClient } from '../database/connection/with-client.ts';
import { commandOf, readArguments } from '../process/arguments.ts';
import { runCommand, say } from '../process/run-command.ts';

const usage = `npx noa check-grants    compares every list kept for the locks with the definition; exit code 1 for differences
`;

/** Differences that are printed; the others are counted. */
const printed = 100;

interface Difference {
  org: string;
  container_group: string;
  card: string;
  held: string | null;
  due: string | null;
}

async function findDifferences(client: pg.Client): Promise<{ checked: number; differences: Difference[] }> {
  // Of one snapshot, or a change between the two would look like a difference.
  await client.query('begin isolation level repeatable read read only');
  const { rows: counts } = await client.query<{ count: number }>(
    `select count(*)::int as count from card_grant where action <> 'forget'`,
  );
  const { rows } = await client.query<Difference>(
    `select coalesce(o.name, d.org_id::text) as org, coalesce(g.item_number, d.container_group_id::text) as container_group,
      coalesce(c.serial_number, d.card_id::text) as card, d.held, d.due
    from grant_differences() d
    left join org o on o.id = d.org_id
    left join container_group g on g.org_id = d.org_id and g.id = d.container_group_id
    left join card c on c.org_id = d.org_id and c.id = d.card_id
    order by 1, 2, 3`,
  );
  return { checked: counts[0]?.count ?? 0, differences: rows };
}

async function check(): Promise<number> {
  const { url, close } = await reachDatabase(readSettings(process.env));
  try {
    const began = performance.now();
    const { checked, differences } = await withClient(sessionOf(url, 'owner'), findDifferences);
    for (const { org, container_group, card, held, due } of differences.slice(0, printed)) {
      say(`${org}, ${container_group}, card ${card}: the list says ${held ?? 'nothing'}, due is ${due ?? 'nothing'}`);
    }
    const seconds = ((performance.now() - began) / 1_000).toFixed(1);
    say(`${checked} entries checked in ${seconds} s: ${differences.length || 'no'} differences`);
    return differences.length > 0 ? 1 : 0;
  } finally {
    await close();
  }
}

async function run(words: readonly string[]): Promise<void> {
  readArguments(commandOf(words, ['check-grants']).args, { options: {} });
  process.exitCode = await check();
}

await runCommand({ usage, run, failed: 'The lists could not be checked: ' });
