import { Socket } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { databaseUrl } from '../../testing/harness.ts';
import { sessionOf } from './session.ts';
import { withClient } from './with-client.ts';

it('a connection of its own is kept alive while it is not used', async () => {
  const keep = vi.spyOn(Socket.prototype, 'setKeepAlive');
  onTestFinished(() => keep.mockRestore());

  await withClient(sessionOf(databaseUrl, 'application'), () => Promise.resolve());

  expect(keep).toHaveBeenCalledWith(true, 30_000);
});
