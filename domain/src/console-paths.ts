import { declaredKinds } from './kinds/kinds.ts';

/**
 * First parts of the addresses that the console has screens under (specification §2): those of the declared kinds, and its
 * others. What asks the server for any other address is told that it does not exist: a scanner that tries `/wp-admin` learns
 * nothing, and the console's own page for it carries the status that says so.
 */
export const consoleRoots: readonly string[] = [
  ...declaredKinds.map(({ address }) => address.slice(1)),
  'help',
  'home',
  'reports',
  'import',
  'accounts',
  'settings',
  'playground',
];

const roots: ReadonlySet<string> = new Set(consoleRoots);

/** Whether the path, without its query, is the console's: its first page, or below one of its roots. */
export function isConsolePath(path: string): boolean {
  const [, first = ''] = path.split('/');
  return path === '/' || roots.has(first);
}

/** What the server tells the console before anyone signs in (`GET /config.json`): what it must know before it can ask anything. */
export interface ConsoleConfig {
  readonly authority: string;
  readonly clientId: string;
  readonly graphqlUrl: string;
  readonly production: boolean;
  readonly mapStyleUrl: string | null;
  /** Where the map's file with streets is served; null: there is none. */
  readonly mapFileUrl: string | null;
  /** Where Noa itself keeps the accounts: the page of one's own, and whether invitations are sent by mail; null or absent elsewhere. */
  readonly accounts?: { readonly url: string; readonly sendsMail: boolean } | null;
}
