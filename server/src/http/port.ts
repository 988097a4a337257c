import { createServer } from 'node:net';
import { once } from 'node:events';

/**
 * Finds out early whether the port is free: before a database is started for nothing.
 *
 * @throws {Error} the system's, with `code` (`EADDRINUSE`, `EACCES`).
 */
export async function refuseTakenPort({ port, host }: { port: number; host: string }): Promise<void> {
  const probe = createServer().listen({ port, host });
  await once(probe, 'listening');
  probe.close();
  await once(probe, 'close');
}
