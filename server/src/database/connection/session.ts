/** Settings of PostgreSQL by their names. */
export type SessionSettings = Readonly<Record<string, string | number>>;

/** Where a connection looks for names: as the application, the past before `public` (as-of.sql); or as the owner, who makes things there. */
export const searchPaths = { application: 'pg_catalog,public,pg_temp', owner: 'public,pg_temp' } as const;

/**
 * Of every connection, whoever set the server up and however. Compiling statements (`jit`, on by default) costs more than it saves: a
 * year's completeness took 78 s by it instead of 0.4. A page of a list is read in its order from an index: at what PostgreSQL says by default of finding a
 * page of a file (4, as of disks that turn), it rather reads and sorts all of an org, which may be larger than it knows. Moments are read as they
 * are written here (column-text.ts). How long something may take, whoever opens a connection says: what a server ends after a minute, for the sake of
 * others, would be a copy of all events, an upgrade or a backup of a big town, each time it is tried; or what listens, and has nothing to say.
 */
const always = {
  jit: 'off',
  random_page_cost: 1.1,
  timezone: 'UTC',
  datestyle: 'ISO',
  statement_timeout: 0,
  lock_timeout: 0,
  idle_in_transaction_session_timeout: 0,
  idle_session_timeout: 0,
} as const;

/** A connection that is not used is kept alive on the way: what lies between would forget it, and tell neither end. */
export const keptAlive = { keepAlive: true, keepAliveInitialDelayMillis: 30_000 } as const;

/** What `pg.Client` and `pg.Pool` are told of a connection. */
export interface Session {
  readonly connectionString: string;
  readonly options: string;
}

/**
 * What every connection is opened with.
 *
 * @param url - what it says in `options` holds beside ours, and counts for less: node-postgres would take it instead of ours.
 * @param settings - beside those of every connection.
 */
export function sessionOf(url: string, as: keyof typeof searchPaths, settings: SessionSettings = {}): Session {
  const [address = '', query = ''] = url.split(/\?(.*)/s);
  const parameters = new URLSearchParams(query);
  const given = parameters.getAll('options');
  parameters.delete('options');
  const rest = given.length > 0 ? parameters.toString() : query;
  const ours = Object.entries({ search_path: searchPaths[as], ...always, ...settings });
  return {
    connectionString: rest === '' ? address : `${address}?${rest}`,
    options: [...given, ...ours.map(([name, value]) => `-c ${name}=${value}`)].join(' '),
  };
}
