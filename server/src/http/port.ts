import { createServer } from 'node:net';
import { once } from 'node:events';
import { OperatorError, PassingError } from '@noa/domain/errors.ts';

interface ListenAddress {
  readonly port: number;
  readonly host: string;
}

/**
 * Finds out early whether the server can listen where it is to: before a database is started for nothing.
 *
 * @throws {OperatorError} with one sentence that names PORT or HOST; `PassingError` where names cannot be looked up just now.
 */
export async function refuseTakenPort(address: ListenAddress): Promise<void> {
  const probe = createServer().listen(address);
  try {
    await once(probe, 'listening');
  } catch (cause) {
    throw explained(address, cause);
  }
  probe.close();
  await once(probe, 'close');
}

function explained({ port, host }: ListenAddress, cause: unknown): unknown {
  switch (cause instanceof Error && 'code' in cause ? cause.code : undefined) {
    case 'EADDRINUSE':
      return new OperatorError(
        `The port is taken: another program, or another Noa, listens at ${port}. Set PORT to a free one.`,
        { cause },
      );
    case 'EACCES':
      return new OperatorError(
        `The system does not let Noa listen at port ${port}; set PORT to one of 1024 or more, behind a proxy.`,
        { cause },
      );
    case 'EADDRNOTAVAIL':
    case 'EINVAL':
      return new OperatorError(
        `HOST is "${host}", which is no address of this machine: set it to one of its own, or leave it out.`,
        { cause },
      );
    case 'ENOTFOUND':
      return new OperatorError(
        `HOST is "${host}", a name that nobody knows: set it to an address of this machine, or leave it out.`,
        { cause },
      );
    case 'EAI_AGAIN':
      return new PassingError(`HOST is "${host}", a name that cannot be looked up just now.`, { cause });
    default:
      return cause;
  }
}
