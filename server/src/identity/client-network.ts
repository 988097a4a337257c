import { isIP, isIPv6 } from 'node:net';

/** Groups of an IPv6 address that name a network; who has one has all 2⁶⁴ addresses of it. */
const networkGroups = 4;

/** For whoever comes by a proxy that says no address of them: they count as one, and what was said in its place is repeated nowhere. */
const unknown = 'unknown';

/** Without the port that some proxies put behind an address in `X-Forwarded-For`, and the brackets around one of IPv6. */
const withoutPort = (text: string): string =>
  /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;

/**
 * The address that is said of a client, by its connection or by a trusted proxy; `unknown` in place of anything that is none.
 *
 * @example clientAddress('203.0.113.7:54321') // '203.0.113.7'
 */
export function clientAddress(said: string): string {
  const address = withoutPort(said.trim());
  return isIP(address) === 0 ? unknown : address;
}

/**
 * Whom an address stands for when tries are counted: an IPv4 address by itself, an IPv6 address by its network (/64). What is no address
 * counts as `unknown`.
 *
 * @param said - the address of the connection, or what a trusted proxy says of it.
 *
 * @example clientNetwork('2001:db8::1') // '2001:db8:0:0::/64'
 */
export function clientNetwork(said: string): string {
  const address = clientAddress(said);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) {
    return clientNetwork(mapped);
  }
  if (!isIPv6(address)) {
    return address;
  }
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const [before, after] = [groups(head), groups(tail ?? '')];
  const gap = tail === undefined ? 0 : 8 - before.length - after.length;
  const all = [...before, ...Array.from({ length: Math.max(0, gap) }, () => '0'), ...after];
  const network = all.slice(0, networkGroups).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
