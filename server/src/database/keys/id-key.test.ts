import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { databaseUrl } from '../../testing/harness.ts';
import { openIds } from './id-key.ts';
import { openKeys, rotateKey } from './key-rotation.ts';

const [first, second] = [randomBytes(32), randomBytes(32)];
const say = () => undefined;

it('an id names the same on every server and after a restart, and when the data key was exchanged', async () => {
  const keyring = await openKeys(databaseUrl, first, say);
  const servers = await Promise.all([1, 2, 3].map(() => openIds(databaseUrl, keyring)));
  const [shown] = new Set(servers.map((ids) => ids.sealNumber('version', '42')));

  await rotateKey(databaseUrl, { from: first, to: second, say });

  const later = await openIds(databaseUrl, await openKeys(databaseUrl, second, say));
  expect(servers.map((ids) => ids.openNumber('version', shown ?? ''))).toEqual(['42', '42', '42']);
  expect(later.openNumber('version', shown ?? '')).toBe('42');
  expect(later.openText(servers[0]?.sealText('cursor') ?? '')).toBe('cursor');
});
