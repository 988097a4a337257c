import { promisify } from 'node:util';
import { deserialize, serialize } from 'node:v8';
import { constants, deflateRaw, inflateRaw } from 'node:zlib';
import { keyId, type DataKeys } from '../../database/keys/sealing.ts';
import type { ImportJobRow } from '../import-job.queries.ts';
import type { StagedBatch } from '../reading/stage.ts';

/** Milliseconds that the rows of a dry run are kept: as long as somebody looks at what it found, and then has it applied. */
const keptMs = 10 * 60_000;

/** Bytes of all rows that are kept, of whichever jobs: that of the bench, 200,000 apartments with occupiers and cards, has 2 million. */
const mostBytes = 32 * 1024 * 1024;

/** Beside the thread that serves requests: what is read is many times as long as it has to be. */
const compress = async (batch: StagedBatch): Promise<Buffer> =>
  promisify(deflateRaw)(serialize(batch), { level: constants.Z_BEST_SPEED });
const decompress = async (kept: Buffer): Promise<StagedBatch> =>
  deserialize(await promisify(inflateRaw)(kept)) as StagedBatch;

interface Kept {
  readonly key: string;
  readonly batches: readonly Buffer[];
  readonly bytes: number;
  readonly end: NodeJS.Timeout;
}

/** Outside the heap, and in no file or database: what a dry run has read is gone with the process. */
const keptOf = new Map<string, Kept>();

/** Forgets the rows of a job, if any are kept. */
export function forgetRows(jobId: string): void {
  const kept = keptOf.get(jobId);
  if (kept) {
    clearTimeout(kept.end);
    keptOf.delete(jobId);
    overwrite(kept);
  }
}

/** They may name people, and memory is used again when it is. */
const overwrite = ({ batches }: Kept) => batches.forEach((batch) => batch.fill(0));

/** Whether rows of the job are kept here. */
export const hasRows = (jobId: string): boolean => keptOf.has(jobId);

function keepRows(jobId: string, key: string, batches: readonly Buffer[]): void {
  forgetRows(jobId);
  const bytes = bytesOf(batches);
  const others = () => [...keptOf.values()].reduce((sum, each) => sum + each.bytes, 0);
  for (const [oldest] of keptOf) {
    if (others() + bytes > mostBytes) {
      forgetRows(oldest);
    }
  }
  const end = setTimeout(() => forgetRows(jobId), keptMs);
  end.unref();
  keptOf.set(jobId, { key, batches, bytes, end });
}

const bytesOf = (batches: readonly Buffer[]) => batches.reduce((sum, { length }) => sum + length, 0);

/** Of what the rows of a file follow, beside the file itself: numbers in them are sealed with the key that was current. */
const keyOf = ({ kind, format, mapping }: ReadJob, keys: DataKeys) =>
  JSON.stringify([kind, format, mapping, keyId(keys.current).toString('hex')]);

type ReadJob = Pick<ImportJobRow, 'id' | 'kind' | 'format' | 'mapping' | 'state'>;
type OnBatch = (batch: StagedBatch) => Promise<void>;

interface Reading {
  readonly job: ReadJob;
  readonly keys: DataKeys;
  readonly signal: AbortSignal;
  /** Reads the file, and hands its rows on. */
  readonly read: (onBatch: OnBatch) => Promise<void>;
  readonly onBatch: OnBatch;
}

/**
 * Hands on the rows of a job's file as its dry run has read them, if that was in this process and not long ago, its columns meant the same and the key
 * is the same; else reads it. What a dry run reads is kept, and forgotten as it is applied.
 *
 * @throws whatever `read` and `onBatch` throw; the reason of `signal`.
 */
export async function readOnce({ job, keys, signal, read, onBatch }: Reading): Promise<void> {
  const key = keyOf(job, keys);
  const kept = keptOf.get(job.id);
  const isLast = job.state === 'applying';
  if (kept?.key !== key) {
    forgetRows(job.id);
    await (isLast ? read(onBatch) : readAndKeep(job.id, key, read, onBatch));
    return;
  }
  // Nobody else takes these, nor forgets them while they are read.
  clearTimeout(kept.end);
  keptOf.delete(job.id);
  let isWhole = false;
  try {
    for (const batch of kept.batches) {
      signal.throwIfAborted();
      await onBatch(await decompress(batch));
    }
    isWhole = true;
  } finally {
    if (isWhole && !isLast) {
      keepRows(job.id, key, kept.batches);
    } else {
      overwrite(kept);
    }
  }
}

async function readAndKeep(jobId: string, key: string, read: Reading['read'], onBatch: OnBatch): Promise<void> {
  let batches: Buffer[] | undefined = [];
  await read(async (batch) => {
    const [kept] = await Promise.all([batches && compress(batch), onBatch(batch)]);
    batches = kept && batches && bytesOf(batches) + kept.length <= mostBytes ? [...batches, kept] : undefined;
  });
  if (batches) {
    keepRows(jobId, key, batches);
  }
}
