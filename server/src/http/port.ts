import { createServer } from 'node:net';
import { once } from 'node:events';
import { OperatorError, PassingError } from '@noa/domain/errors.ts';

interface ListenAddress {
  readonly port: number;
  readonly host: string;
}

/** Every address of IPv4: all there are where the kernel has no IPv6. */
const everyOfIpv4 = '0.0.0.0';

/**
 * Finds out early whether the server can listen where it is to: before a database is started for nothing.
 *
 * @returns the address to listen on: of every one (`::`), where the machine has no IPv6, every one that it has.
 * @throws {OperatorError} with one sentence that names PORT or HOST; `PassingError` where names cannot be looked up just now.
 */
export async function refuseTakenPort(address: ListenAddress): Promise<string> {
  const probe = createServer().listen({ ...address });
  try {
    await once(probe, 'listening');
  } catch (cause) {
    if (address.host === '::' && codeOf(cause) === 'EAFNOSUPPORT') {
      return refuseTakenPort({ ...address, host: everyOfIpv4 });
    }
    throw explained(address, cause);
  }
  probe.close();
  await once(probe, 'close');
  return address.host;
}

const codeOf = (cause: unknown): unknown => (cause instanceof Error && 'code' in cause ? cause.code : undefined);

function explained({ port, host }: ListenAddress, cause: unknown): unknown {
  switch (codeOf(cause)) {
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
    case 'EAFNOSUPPORT':
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
