/** Object numbers of PostgreSQL's own types; they are the same in every database. */
const oids = { bool: 16, int8: 20, int4: 23, text: 25, timestamptz: 1184, uuid: 2950 } as const;

/** Milliseconds from the beginning of Unix time to that of PostgreSQL's, 1 January 2000. */
const epochMs = 946_684_800_000;

const headerBytes = 20;

/**
 * Begins an array as PostgreSQL keeps it, not as it reads it: for statements that take hundreds of rows at once. Nobody writes
 * its texts, and nobody has to read them again.
 */
function beginArray(oid: number, values: readonly unknown[], bytes: number): DataView<ArrayBuffer> {
  const array = new DataView(new ArrayBuffer(headerBytes + values.length * 4 + bytes));
  array.setInt32(0, values.length === 0 ? 0 : 1); // dimensions
  array.setInt32(4, values.includes(null) ? 1 : 0);
  array.setInt32(8, oid);
  array.setInt32(12, values.length);
  array.setInt32(16, 1); // the first element's number
  return array;
}

/** An array without elements has no dimension to be told of. */
const bufferOf = ({ buffer }: DataView<ArrayBuffer>): Buffer =>
  buffer.byteLength === headerBytes ? Buffer.from(buffer, 0, 12) : Buffer.from(buffer);

/** An array of elements that are all of one length. */
function arrayOf<Value>(
  oid: number,
  bytes: number,
  values: readonly (Value | null)[],
  write: (array: DataView, at: number, value: Value) => void,
): Buffer {
  const present = values.reduce<number>((count, value) => (value === null ? count : count + 1), 0);
  const array = beginArray(oid, values, present * bytes);
  let at = headerBytes;
  for (const value of values) {
    array.setInt32(at, value === null ? -1 : bytes);
    at += 4;
    if (value !== null) {
      write(array, at, value);
      at += bytes;
    }
  }
  return bufferOf(array);
}

/** For `$n::bool[]`. */
export const boolArray = (values: readonly boolean[]): Buffer =>
  arrayOf(oids.bool, 1, values, (array, at, value) => array.setUint8(at, value ? 1 : 0));

/** For `$n::int4[]`. */
export const int4Array = (values: readonly number[]): Buffer =>
  arrayOf(oids.int4, 4, values, (array, at, value) => array.setInt32(at, value));

/** For `$n::int8[]`, of decimal numbers. */
export const int8Array = (values: readonly (string | null)[]): Buffer =>
  arrayOf(oids.int8, 8, values, (array, at, value) => array.setBigInt64(at, BigInt(value)));

/** For `$n::timestamptz[]`. */
export const timestampArray = (values: readonly Date[]): Buffer =>
  arrayOf(oids.timestamptz, 8, values, (array, at, value) =>
    array.setBigInt64(at, BigInt(value.getTime() - epochMs) * 1_000n),
  );

/** For `$n::uuid[]`; the same one is read once, however often it stands in it. */
export function uuidArray(values: readonly string[]): Buffer {
  const known = new Map<string, readonly [bigint, bigint]>();
  return arrayOf(oids.uuid, 16, values, (array, at, value) => {
    let halves = known.get(value);
    if (!halves) {
      const hex = value.replaceAll('-', '');
      halves = [BigInt(`0x${hex.slice(0, 16)}`), BigInt(`0x${hex.slice(16)}`)];
      known.set(value, halves);
    }
    array.setBigUint64(at, halves[0]);
    array.setBigUint64(at + 8, halves[1]);
  });
}

/** For `$n::text[]`. */
export function textArray(values: readonly (string | null)[]): Buffer {
  // A UTF-16 unit takes three bytes at most.
  const most = values.reduce((sum, value) => sum + (value?.length ?? 0) * 3, 0);
  const array = beginArray(oids.text, values, most);
  const bytes = Buffer.from(array.buffer);
  let at = headerBytes;
  for (const value of values) {
    const written = value === null ? -1 : bytes.write(value, at + 4);
    array.setInt32(at, written);
    at += 4 + Math.max(written, 0);
  }
  return values.length === 0 ? bufferOf(array) : bytes.subarray(0, at);
}
