import { isIPv6 } from 'node:net';

/** Groups of an IPv6 address that name a network; who has one has all 2⁶⁴ addresses of it. */
const networkGroups = 4;

/**
 * Whom an address stands for when tries are counted: an IPv4 address by itself, an IPv6 address by its network (/64).
 *
 * @example clientNetwork('2001:db8::1') // '2001:db8:0:0::/64'
 */
export function clientNetwork(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined || !isIPv6(address)) {
    return mapped ?? address;
  }
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const [before, after] = [groups(head), groups(tail ?? '')];
  const gap = tail === undefined ? 0 : 8 - before.length - after.length;
  const all = [...before, ...Array.from({ length: Math.max(0, gap) }, () => '0'), ...after];
  const network = all.slice(0, networkGroups).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
