/** Where ClickHouse is, taken apart (README, `EVENTS_URL`). */
export interface EventsAddress {
  /** Without user, password, database and what follows it. */
  readonly origin: string;
  readonly username: string;
  readonly password: string;
  readonly database: string;
  /** The cluster that events are spread over and replicated in, by its name in `remote_servers`; null on one node. */
  readonly cluster: string | null;
}

/** @param url - `https://user:password@host:8443/database?cluster=name`; the database is `noa`, and the user `default`, where none is named. */
export function readEventsUrl(url: string): EventsAddress {
  const { origin, username, password, pathname, searchParams } = new URL(url);
  return {
    origin,
    username: decodeURIComponent(username) || 'default',
    password: decodeURIComponent(password),
    database: decodeURIComponent(pathname.slice(1)) || 'noa',
    cluster: searchParams.get('cluster') || null,
  };
}
