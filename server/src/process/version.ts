import { readFileSync } from 'node:fs';

/** Which Noa this is: the version in package.json, as `0.2.0`. */
export const version: string = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
).version;

/** Negative if the first version is the older one, positive if it is the newer one, 0 if they are the same. */
export const compareVersions = (one: string, other: string): number =>
  one.localeCompare(other, 'en', { numeric: true });
