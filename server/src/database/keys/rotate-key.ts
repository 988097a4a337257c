/**
 * `npx noa rotate-key`, also `npm run rotate-key`: exchanges DATA_KEY for NEW_DATA_KEY, also while servers run. Without DATA_KEY, the key that Noa made in
 * DATA_DIR is exchanged for another that it makes there, and kept beside it. Begun again after it was ended, it goes on. Exit code 1 if something did
 * not open where it stands, 2 when it could not be done.
 */
import { randomBytes } from 'node:crypto';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { readKey, readSettings, type Settings } from '../../config/config.ts';
import { dataKeyOf, findDataKey, formerKeyPath, keepKey } from '../../config/data-key.ts';
import { commandOf, readArguments } from '../../process/arguments.ts';
import { runCommand, say } from '../../process/run-command.ts';
import { sessionOf } from '../connection/session.ts';
import { withClient } from '../connection/with-client.ts';
import { reachDatabase } from '../embedded/reach.ts';
import { refuseOtherSchema } from '../schema/migrate.ts';
import { rotateKey } from './key-rotation.ts';
import { keyId } from './sealing.ts';

const usage = `npx noa rotate-key    exchanges DATA_KEY for NEW_DATA_KEY, or DATA_DIR/data-key for another, also while servers run
`;

interface Keys {
  readonly from: Uint8Array;
  readonly to: Uint8Array;
  readonly keepNew?: () => Promise<void>;
  readonly finished: () => Promise<void>;
}

async function keysOf({ dataKey, dataDir }: Settings): Promise<Keys> {
  const given = readKey(process.env, 'NEW_DATA_KEY');
  if (dataKey) {
    if (!given || given.equals(dataKey)) {
      throw new Error('Set NEW_DATA_KEY to another key (openssl rand -base64 32), and keep it where DATA_KEY is kept.');
    }
    return {
      from: dataKey,
      to: given,
      finished: async () => {
        say('Set DATA_KEY to the new key before a server is started again; those that run have it already.');
        say(
          `Keep the old key, with the id ${idOf(dataKey)}, as long as there are backups from before: they open with it only.`,
        );
      },
    };
  }
  // Beside the old one until everything is sealed with it: a kill in between loses neither.
  const begun = await findDataKey(dataDir, 'data-key.next');
  const left = begun ? null : await findDataKey(dataDir, 'data-key.previous');
  const current = await dataKeyOf({ dataKey, dataDir });
  const from = left ?? current;
  const to = left ? current : (begun ?? given ?? randomBytes(32));
  const [path, next, previous] = ['data-key', 'data-key.next', 'data-key.previous'].map((name) =>
    join(dataDir, name),
  ) as [string, string, string];
  if (!left && !begun) {
    await keepKey(dataDir, 'data-key.next', to);
  }
  return {
    from,
    to,
    keepNew: async () => {
      if (!left) {
        await keepKey(dataDir, 'data-key.previous', from);
        await rename(next, path);
      }
    },
    finished: async () => {
      const kept = formerKeyPath(dataDir, idOf(from));
      await rename(previous, kept);
      say(`The new key is in ${path}.`);
      say(
        `The old key, with the id ${idOf(from)}, is in ${kept}: backups from before open with it only. Remove it when the last of them is gone.`,
      );
    },
  };
}

const idOf = (key: Uint8Array): string => keyId(key).toString('hex');

async function exchange(): Promise<number> {
  const settings = readSettings(process.env);
  const { url, close } = await reachDatabase(settings);
  try {
    await refuseOtherSchema(url); // what this program does not know would stay encrypted with the old key, which is then gone
    return await alone(url, async () => {
      const { from, to, keepNew, finished } = await keysOf(settings);
      const { broken } = await rotateKey(url, { from, to, say, ...(keepNew && { keepNew }) });
      await finished();
      return broken.length > 0 ? 1 : 0;
    });
  } finally {
    await close();
  }
}

/** Two at once would take turns with the files in DATA_DIR, and the key that the database has could be in none of them. */
const alone = (url: string, work: () => Promise<number>): Promise<number> =>
  withClient({ ...sessionOf(url, 'owner'), application_name: 'noa rotate-key' }, async (client) => {
    const { rows } = await client.query<{ ours: boolean }>(
      `select pg_try_advisory_lock(hashtext('noa.rotate_key')) as ours`,
    );
    if (!rows[0]?.ours) {
      throw new Error('another rotate-key works on this database; wait for its end.');
    }
    return work();
  });

async function run(words: readonly string[]): Promise<void> {
  readArguments(commandOf(words, ['rotate-key']).args, { options: {} });
  process.exitCode = await exchange();
}

await runCommand({ usage, run, failed: 'The key was not exchanged: ' });
