import { AppError } from '@noa/domain/errors.ts';

/** Streams of one caller at once, at this server: a few tabs and screens. */
const maxStreams = 20;
const streams = new Map<string, number>();

/**
 * Counts a stream of a caller until it ends.
 *
 * @returns to be called once, when it has ended.
 * @throws {AppError} `LimitExceeded` above 20 streams of one caller.
 */
export function beginStream(actor: string): () => void {
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
