import { AppError } from '@noa/domain/errors.ts';
import type { Viewer } from '../../identity/viewer.ts';

const megabyte = 1024 * 1024;

/** Bytes of bodies that one caller may have with the server at once. A body is in memory until what it asks for is done. */
const most = {
  /** Two files of the longest, or the parts of a map. */
  senderOfFiles: 128 * megabyte,
  /** As many batches as a gateway's turns take, and more that wait. */
  gateway: 64 * megabyte,
  /** Eight of the longest questions; a console's have some kB. */
  other: 16 * megabyte,
} as const;

const mostOf = (viewer: Viewer): number => {
  const sendsFiles = viewer.may('import:run') || viewer.may('mapFile:write');
  return sendsFiles ? most.senderOfFiles : viewer.isGateway ? most.gateway : most.other;
};

/** Bytes that are being sent, or were and are worked with, by whose they are. */
const held = new Map<string, number>();

/** The bytes of one request's body. */
export interface HeldBytes {
  /**
   * Counts them for who has sent them, once, before any is read.
   *
   * @throws {AppError} `LimitExceeded` when with those of the caller's other requests they are too many: with `bytesAtOnce`, so many may be sent
   * at once; without it, the body alone is longer than all that its caller may send.
   */
  readonly take: (viewer: Viewer) => void;
  /** Gives them back, when nothing holds them any more. */
  readonly release: () => void;
}

/**
 * What a request's body takes, so that nobody fills the server's memory with bodies of which each is short enough.
 *
 * @param bytes - as the request announces them: Node ends one that sends more.
 */
export function holdBytes(bytes: number): HeldBytes {
  let holder: string | undefined;
  return {
    take: (viewer) => {
      if (holder !== undefined || !(bytes > 0)) {
        return;
      }
      const name = viewer.accountId ?? viewer.actor;
      const before = held.get(name) ?? 0;
      const atMost = mostOf(viewer);
      if (bytes > atMost) {
        throw new AppError('LimitExceeded', 'The body is longer than its sender may send');
      }
      if (before + bytes > atMost) {
        throw new AppError('LimitExceeded', 'Too much of yours is being sent at once; send more when it is answered', {
          details: { bytesAtOnce: atMost },
        });
      }
      holder = name;
      held.set(name, before + bytes);
    },
    release: () => {
      if (holder === undefined) {
        return;
      }
      const left = (held.get(holder) ?? 0) - bytes;
      if (left > 0) {
        held.set(holder, left);
      } else {
        held.delete(holder);
      }
      holder = undefined;
    },
  };
}
