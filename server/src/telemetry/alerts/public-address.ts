import { lookup, type LookupAddress } from 'node:dns';
import { BlockList, isIPv6, type LookupFunction } from 'node:net';

/** Addresses that are nobody's in the internet: of this machine, of private and local networks, of clouds' own services, of documents. */
const notPublic = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  notPublic.addSubnet(network, bits, 'ipv4');
}
// Of what is global, ways into IPv4 and addresses of documents.
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  notPublic.addSubnet(network, bits, 'ipv6');
}

/** All of IPv6 that is global so far. */
const global = new BlockList();
global.addSubnet('2000::', 3, 'ipv6');

/** Whether an address is one of the internet. */
export const isPublicAddress = (address: string): boolean =>
  isIPv6(address)
    ? global.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
    : !notPublic.check(address, 'ipv4');

/** A name leads to an address that is not public. */
export class NotPublic extends Error {
  override readonly name = 'NotPublic';

  constructor() {
    super('The address is not a public one over https');
  }
}

/**
 * Looks a name up for a connection, and refuses one that leads anywhere but to public addresses: asked when the connection is made, as
 * what a name led to before says nothing of where it leads now.
 */
export const lookUpPublic: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    const [first] = addresses ?? [];
    if (error || !first) {
      done(error ?? new Error('The name has no address'), '');
    } else if (!addresses.every(({ address }) => isPublicAddress(address))) {
      done(new NotPublic(), '');
    } else if (options.all) {
      done(null, addresses);
    } else {
      done(null, first.address, first.family);
    }
  });
};
