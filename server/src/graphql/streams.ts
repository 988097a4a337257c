import { AppError } from '@noa/domain/errors.ts';
import type { Context } from '../request/context.ts';

/** Streams of one caller at once, at this server: a few tabs and screens. */
const maxStreams = 20;
const streams = new Map<string, number>();

/**
 * Counts a stream of a caller until it ends.
 *
 * @returns to be called once, when it has ended.
 * @throws {AppError} `LimitExceeded` above 20 streams of one caller.
 */
function beginStream(actor: string): () => void {
  const open = streams.get(actor) ?? 0;
  if (open >= maxStreams) {
    throw new AppError('LimitExceeded', `A caller may watch by at most ${maxStreams} streams at once`);
  }
  streams.set(actor, open + 1);
  return () => {
    const left = (streams.get(actor) ?? 1) - 1;
    if (left === 0) {
      streams.delete(actor);
    } else {
      streams.set(actor, left);
    }
  };
}

/**
 * Begins a stream of a caller that is told what PostgreSQL notifies of.
 *
 * @param channel - as in `notify`.
 * @returns to be called once, when the stream has ended.
 * @throws {AppError} `LimitExceeded` above 20 streams of one caller.
 */
export async function listenForStream(
  { viewer, notifications }: Pick<Context, 'viewer' | 'notifications'>,
  channel: Parameters<Context['notifications']['listen']>[0],
  listener: Parameters<Context['notifications']['listen']>[1],
): Promise<() => void> {
  const release = beginStream(viewer.actor);
  try {
    const unlisten = await notifications.listen(channel, listener);
    return () => {
      unlisten();
      release();
    };
  } catch (error) {
    release();
    throw error;
  }
}
