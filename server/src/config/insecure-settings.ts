import { isIPv4 } from 'node:net';

/** Whether only programs of this machine reach a host: `localhost`, `127.0.0.0/8`, `::1`. */
export const isLoopback = (host: string): boolean =>
  /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);

/** Of 32 random bytes about 30 differ; below this many lies one key in 10²⁰. */
const fewestDistinctBytes = 16;

/** Whether a key repeats itself, or counts up or down: somebody typed it in place of one made at random. */
export function isWeakKey(key: Buffer): boolean {
  const steps = key.subarray(1).map((byte, index) => byte - (key[index] ?? 0));
  return new Set(key).size < fewestDistinctBytes || new Set(steps).size === 1;
}

const inClear = ['http:', 'mqtt:'];

/** Whether a URL has a password that would cross a network unencrypted. */
export function sendsPasswordInClear(url: string): boolean {
  const { protocol, password, hostname } = new URL(url);
  return inClear.includes(protocol) && password !== '' && !isLoopback(hostname);
}

/** Shortest prefixes of networks that somebody may own: `10.0.0.0/8`, a provider's `/19` of IPv6. */
const shortestPrefix = { v4: 8, v6: 19 } as const;

/** Whether a network (`0.0.0.0/0`) is so wide that it is no network of anybody's. */
export function reachesEverybody(network: string): boolean {
  const [address = '', prefix] = network.split('/');
  return prefix !== undefined && Number(prefix) < (isIPv4(address) ? shortestPrefix.v4 : shortestPrefix.v6);
}
