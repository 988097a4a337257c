/** Object numbers of PostgreSQL's own types; they are the same in every database. */
const oids = { bool: 16, int8: 20, int4: 23, text: 25, timestamptz: 1184, uuid: 2950 } as const;

/** Milliseconds from the beginning of Unix time to that of PostgreSQL's, 1 January 2000. */
const epochMs = 946_684_800_000;

const headerBytes = 20;

/**
 * An array as PostgreSQL keeps it, not as it reads it: for statements that take hundreds of rows at once. Nobody writes its
 * texts, and nobody has to read them again.
 */
function arrayOf<Value>(
  oid: number,
  values: readonly (Value | null)[],
  bytesOf: (value: Value) => number,
  write: (bytes: Buffer, value: Value, at: number) => void,
): Buffer {
  const size = values.reduce((sum, value) => sum + 4 + (value === null ? 0 : bytesOf(value)), headerBytes);
  const bytes = Buffer.allocUnsafe(size);
  bytes.writeInt32BE(values.length === 0 ? 0 : 1, 0); // dimensions
  bytes.writeInt32BE(values.includes(null) ? 1 : 0, 4);
  bytes.writeInt32BE(oid, 8);
  bytes.writeInt32BE(values.length, 12);
  bytes.writeInt32BE(1, 16); // the first element's number
  let at = headerBytes;
  for (const value of values) {
    const length = value === null ? -1 : bytesOf(value);
    bytes.writeInt32BE(length, at);
    at += 4;
    if (value !== null) {
      write(bytes, value, at);
      at += length;
    }
  }
  return values.length === 0 ? bytes.subarray(0, 12) : bytes;
}

/** For `$n::bool[]`. */
export const boolArray = (values: readonly boolean[]): Buffer =>
  arrayOf(
    oids.bool,
    values,
    () => 1,
    (bytes, value, at) => bytes.writeUInt8(value ? 1 : 0, at),
  );

/** For `$n::int4[]`. */
export const int4Array = (values: readonly number[]): Buffer =>
  arrayOf(
    oids.int4,
    values,
    () => 4,
    (bytes, value, at) => bytes.writeInt32BE(value, at),
  );

/** For `$n::int8[]`, of decimal numbers. */
export const int8Array = (values: readonly (string | null)[]): Buffer =>
  arrayOf(
    oids.int8,
    values,
    () => 8,
    (bytes, value, at) => bytes.writeBigInt64BE(BigInt(value), at),
  );

/** For `$n::timestamptz[]`. */
export const timestampArray = (values: readonly Date[]): Buffer =>
  arrayOf(
    oids.timestamptz,
    values,
    () => 8,
    (bytes, value, at) => bytes.writeBigInt64BE(BigInt(value.getTime() - epochMs) * 1_000n, at),
  );

/** For `$n::uuid[]`; few of them, many times. */
export function uuidArray(values: readonly string[]): Buffer {
  const known = new Map<string, Buffer>();
  return arrayOf(
    oids.uuid,
    values,
    () => 16,
    (bytes, value, at) => {
      const id = known.get(value) ?? Buffer.from(value.replaceAll('-', ''), 'hex');
      known.set(value, id);
      id.copy(bytes, at);
    },
  );
}

/** For `$n::text[]`. */
export const textArray = (values: readonly (string | null)[]): Buffer =>
  arrayOf(
    oids.text,
    values,
    (value) => Buffer.byteLength(value),
    (bytes, value, at) => bytes.write(value, at),
  );
