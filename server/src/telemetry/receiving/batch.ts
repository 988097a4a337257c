import { MalformedItem } from '../../graphql/serving/batch-items.ts';
import type { Member } from './group-commit.ts';
import type { RecordReceipt } from './record-receipt.schema.ts';

/** The answer to a batch that was recorded in parts. */
export function joined(receipts: readonly RecordReceipt[]): RecordReceipt {
  const [only, ...others] = receipts;
  if (only && others.length === 0) {
    return only;
  }
  return {
    results: receipts.flatMap(({ results }) => results).toSorted((one, other) => one.index - other.index),
    completeUpTo: receipts.flatMap(({ completeUpTo }) => completeUpTo),
  };
}

/** In how many parts a batch is recorded where it waits for others that tell of the same containers: as many connections as a request has. */
const partCount = 2;

interface Told<Input> {
  /** Place in the batch that was sent. */
  readonly index: number;
  readonly input: Input | MalformedItem;
}

/** What one caller sent at once, or a part of it: all that it says of some containers. Batches that tell of the same containers are recorded together. */
export class Batch<Input extends { readonly containerId: string }> implements Member<Batch<Input>> {
  readonly messages: readonly Told<Input>[];
  readonly receivedAt: Date;
  readonly locks: ReadonlySet<string>;

  constructor(messages: readonly Told<Input>[], receivedAt: Date) {
    this.messages = messages;
    this.receivedAt = receivedAt;
    this.locks = new Set(messages.flatMap(({ input }) => (input instanceof MalformedItem ? [] : [input.containerId])));
  }

  get size(): number {
    return this.messages.length;
  }

  parts(): ReadonlyMap<number, Batch<Input>> {
    const byPart = Map.groupBy(this.messages, ({ input }) =>
      input instanceof MalformedItem
        ? 0
        : (input.containerId.codePointAt(input.containerId.length - 1) ?? 0) % partCount,
    );
    return new Map([...byPart].map(([part, messages]) => [part, new Batch(messages, this.receivedAt)]));
  }
}
