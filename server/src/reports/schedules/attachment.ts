import type { Readable } from 'node:stream';
import { reportScheduleLimits } from '@noa/domain/reporting/report-schedule.ts';

/** The file is larger than an e-mail may carry. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

/**
 * All of a file that is made while it is read; nothing more of it is made once it is too large.
 *
 * @param most - bytes.
 * @throws {TooLarge}
 */
export async function collect(stream: Readable, most: number = reportScheduleLimits.attachment): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of stream as AsyncIterable<Buffer | Uint8Array | string>) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : Buffer.from(piece);
    size += bytes.length;
    if (size > most) {
      throw new TooLarge(`The file is larger than ${most} bytes`);
    }
    pieces.push(bytes);
  }
  return Buffer.concat(pieces);
}
