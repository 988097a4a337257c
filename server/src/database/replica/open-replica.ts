import pg from 'pg';
import { OperatorError } from '@noa/domain/errors.ts';
import { sessionOf } from '../connection/session.ts';
import { withClient } from '../connection/with-client.ts';
import { refusePrivilegedLogin, urlFor } from '../schema/logins.ts';
import type { MonitorLog } from '../connection/monitor.ts';
import { Primary } from './primary.ts';
import { ReadReplica } from './read-replica.ts';
import { standbyState, stateOf, type StandbyState } from './wal-position.ts';

interface Given {
  /** DATABASE_READ_URL; null: there is none. */
  readonly url: string | null;
  /** Of the primary, for the application's login. */
  readonly appUrl: string;
  readonly log: MonitorLog;
}

/** Milliseconds that it may take to find out what is there. */
const connectMs = 5_000;

/**
 * Opens the replica, for the application's own login unless the URL names another. One that is away may come later.
 *
 * @throws {OperatorError} with one sentence, if what answers is no hot standby of the same database, or the login may do too much.
 */
export async function openReplica({ url: given, appUrl, log }: Given): Promise<ReadReplica | undefined> {
  if (given === null) {
    return undefined;
  }
  const url = signedIn(given, appUrl);
  const standby = await lookAt(url).catch(() => null); // what keeps it from answering, its monitor tells
  if (standby) {
    await refuseOther(standby, appUrl);
    await refusePrivilegedLogin(url);
  }
  return new ReadReplica({ url, primaryUrl: appUrl, log });
}

function signedIn(url: string, appUrl: string): string {
  if (userOf(url) !== undefined) {
    return url;
  }
  const { user = '', password } = new pg.Client(sessionOf(appUrl, 'application'));
  return urlFor(url, user, typeof password === 'string' ? password : '');
}

const userOf = (url: string) =>
  /^\w+:\/\/([^@/?]+)@/.exec(url)?.[1] ?? new URLSearchParams(url.split('?')[1]).get('user') ?? undefined;

async function lookAt(url: string): Promise<StandbyState> {
  return withClient({ ...sessionOf(url, 'application'), connectionTimeoutMillis: connectMs }, async (client) => {
    const { rows } = await client.query<Parameters<typeof stateOf>[0] & object>(standbyState);
    return stateOf(rows[0]);
  });
}

async function refuseOther({ follows, history }: StandbyState, appUrl: string): Promise<void> {
  if (!follows) {
    throw new OperatorError(
      'The PostgreSQL at DATABASE_READ_URL takes writes: it must be a hot standby of the one at DATABASE_URL (docs/operator.md, "A replica for reading").',
    );
  }
  const primary = new Primary(appUrl);
  try {
    const [cluster, , database] = (await primary.askPosition()).history.split('/');
    const [theirs, , itsDatabase] = history.split('/');
    if (theirs !== cluster || itsDatabase !== database) {
      throw new OperatorError(
        `DATABASE_READ_URL names ${theirs === cluster ? 'another database of the right cluster' : 'the standby of another cluster'} than DATABASE_URL: it must be the same database, on a hot standby of its cluster.`,
      );
    }
  } finally {
    await primary.close();
  }
}
