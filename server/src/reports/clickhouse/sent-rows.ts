/** Rows of text as they are sent to ClickHouse: each is a line. */
const endOfLine = 10;

/** Rows in pieces that end anywhere, while it is said how many have ended. */
export async function* counting(
  pieces: AsyncIterable<Buffer>,
  onRows: (count: number) => void,
): AsyncGenerator<Buffer> {
  let count = 0;
  for await (const piece of pieces) {
    for (let at = piece.indexOf(endOfLine); at >= 0; at = piece.indexOf(endOfLine, at + 1)) {
      count += 1;
    }
    onRows(count);
    yield piece;
  }
}

/**
 * Rows in pieces that end anywhere, as those of one request after the other, each of whole rows. What stands between us and ClickHouse may hold a
 * whole request before it passes it on, or end one that takes long.
 *
 * @param mostBytes - that a request has before another begins; it ends with the piece in which it has them.
 */
export async function* inRequests(pieces: AsyncIterable<Buffer>, mostBytes: number): AsyncGenerator<Buffer[]> {
  let rows: Buffer[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    const end = piece.lastIndexOf(endOfLine) + 1;
    if (end > 0 && bytes + end >= mostBytes) {
      yield [...rows, piece.subarray(0, end)];
      [rows, bytes] = [[], 0];
      rows.push(piece.subarray(end));
      bytes += piece.length - end;
    } else {
      rows.push(piece);
      bytes += piece.length;
    }
  }
  if (bytes > 0) {
    yield rows;
  }
}
