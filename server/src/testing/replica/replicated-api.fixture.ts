import { afterAll, beforeAll } from 'vitest';
import { createAuthenticate } from '../../graphql/serving/authenticate.ts';
import { createGraphqlServer, type GraphqlServer } from '../../graphql/serving/server.ts';
import { replicaReads } from '../../instruments/meters.ts';
import { createOpenFile } from '../../reports/export/open-file.ts';
import type { OpenFile } from '../../reports/export/downloads.ts';
import { schema } from '../../schema.ts';
import { keyring, verifyToken, type Caller } from '../harness.ts';
import { ids } from '../sealed.ts';
import { Notifications } from '../../database/connection/notifications.ts';
import type { Elsewhere } from '../../database/connection/statement-bounds.ts';
import { openDatabase, type Db } from '../../database/database.ts';
import { ReadReplica } from '../../database/replica/read-replica.ts';
import { startPair, type Pair } from './standby.fixture.ts';

/** What a server says of its replica in the log. */
const said: string[] = [];
const log = {
  warn: (_facts: object, text: string) => void said.push(text),
  info: (_facts: object, text: string) => void said.push(text),
};

/** Each test knows the shape of what it asked for. */
// oxlint-disable-next-line typescript/no-explicit-any -- as `Answer` of the harness
type Body = Readonly<{ data?: any; errors?: readonly { readonly extensions: { readonly code: string } }[] }>;

/** The API over a database with a replica, and over the same without one. */
export interface ReplicatedApi {
  readonly pair: Pair;
  /** The application's pool at the primary. */
  readonly db: Db;
  readonly replica: ReadReplica;
  /** It is waited for however long that takes. */
  readonly patient: ReadReplica;
  readonly said: readonly string[];
  /** Asks a server that reads at the replica where it may. */
  ask(caller: Caller, query: string, variables?: Readonly<Record<string, unknown>>): Promise<Body>;
  /** Asks one that waits for the replica however long that takes. */
  askPatiently(caller: Caller, query: string, variables?: Readonly<Record<string, unknown>>): Promise<Body>;
  /** Asks one that knows of none. */
  askPrimary(caller: Caller, query: string, variables?: Readonly<Record<string, unknown>>): Promise<Body>;
  readonly openFile: OpenFile;
  readonly openFilePatiently: OpenFile;
}

/** Both for a whole test file; the values are there once its tests run. */
export function withReplica(): ReplicatedApi {
  const api = {} as { -readonly [Name in keyof ReplicatedApi]: ReplicatedApi[Name] };
  const closers: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    const pair = await startPair({ cancelsAtOnce: true });
    closers.push(() => pair.stop());
    const db = openDatabase(pair.appUrl);
    closers.push(() => db.destroy());
    const notifications = new Notifications(pair.appUrl);
    closers.push(() => notifications.close());
    const replica = new ReadReplica({ url: pair.standbyUrl, primaryUrl: pair.appUrl, log });
    closers.push(() => replica.close());
    const silent = { warn: () => undefined, info: () => undefined };
    const urls = { url: pair.standbyUrl, primaryUrl: pair.appUrl };
    const patient = new ReadReplica({ ...urls, log: silent, waitMs: 100_000 });
    closers.push(() => patient.close());
    const reportInternal = (cause: unknown) => console.error('Internal error', cause);
    const parts = { db, notifications, keys: keyring, ids, reportInternal };
    const serverOf = (elsewhere?: Elsewhere) =>
      createGraphqlServer({
        schema,
        authenticate: createAuthenticate({ ...parts, verifyToken, elsewhere }),
        reportInternal: (_id, cause) => reportInternal(cause),
      });
    Object.assign(api, {
      pair,
      db,
      replica,
      patient,
      said,
      ask: askOf(serverOf(replica)),
      askPatiently: askOf(serverOf(patient)),
      askPrimary: askOf(serverOf()),
      openFile: createOpenFile({ ...parts, schema, elsewhere: replica }),
      openFilePatiently: createOpenFile({ ...parts, schema, elsewhere: patient }),
    });
  }, 600_000);
  afterAll(async () => {
    for (const close of closers.reverse()) {
      await close();
    }
  });
  return api;
}

const askOf =
  (server: GraphqlServer): ReplicatedApi['ask'] =>
  async ({ token }, query, variables = {}) => {
    const response = await server.fetch('http://noa.test/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer oidc~${token}` },
      body: JSON.stringify({ query, variables }),
    });
    return (await response.json()) as Body;
  };

type Outcomes = Readonly<Record<'replica' | 'behind' | 'away' | 'failed', number>>;

async function readOutcomes(): Promise<Outcomes> {
  const { values } = await replicaReads.get();
  return Object.fromEntries(values.map(({ labels, value }) => [labels.outcome, value])) as Outcomes;
}

/** Where what `work` read was read, and what it gave. */
export async function outcomesOf<T>(
  work: () => Promise<T>,
): Promise<{ readonly done: T; readonly outcomes: Outcomes }> {
  const before = await readOutcomes();
  const done = await work();
  const after = await readOutcomes();
  const outcomes = Object.fromEntries(
    Object.entries(after).map(([outcome, count]) => [outcome, count - before[outcome as keyof Outcomes]]),
  ) as Outcomes;
  return { done, outcomes };
}
