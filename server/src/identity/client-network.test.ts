import { expect, it } from 'vitest';
import { clientNetwork } from './client-network.ts';

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:0DB8:0:0:ffff:1:2:3', '2001:db8:0:0::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  // Azure's Application Gateway puts the port behind.
  ['203.0.113.7:54321', '203.0.113.7'],
  ['[2001:db8::1]:54321', '2001:db8:0:0::/64'],
  ['[2001:db8::1]', '2001:db8:0:0::/64'],
  ['::ffff:999.0.0.1', 'unknown'],
  ['203.0.113.7:port', 'unknown'],
  ['203.0.113.7.8', 'unknown'],
  ['203.0.113.7:1:2', 'unknown'],
  ['[203.0.113.7', 'unknown'],
  ['ana@example.ro', 'unknown'],
  ['_hidden', 'unknown'],
  ['', 'unknown'],
])('counts %s as %s', (address, network) => {
  expect(clientNetwork(address)).toBe(network);
});
