/** Rows that come and go together. */
const chunkRows = 5;
/** Lists up to this long are mounted whole; of longer ones, about as much as this (experience.md, "Lists"). */
const wholeRows = 60;

/** `rows` in chunks, or in one when they are few. */
export function chunksOf<Row>(rows: readonly Row[]): readonly (readonly Row[])[] {
  if (rows.length <= wholeRows) {
    return [rows];
  }
  const count = Math.ceil(rows.length / chunkRows);
  return Array.from({ length: count }, (_, index) => rows.slice(index * chunkRows, (index + 1) * chunkRows));
}

/** The chunks that fill so many pixels from the beginning of a list. */
export const firstChunks = (rowPx: number, roomPx: number): readonly number[] =>
  Array.from({ length: Math.ceil(roomPx / (chunkRows * rowPx)) }, (_, index) => index);

/** A chunk that is in the page, or all between two of these, as empty room. */
export interface Part {
  readonly first: number;
  /** The last one, included. */
  readonly last: number;
  readonly isGap: boolean;
}

/** The parts of a list of `count` chunks, in order, of which `mounted` are in the page: ascending, and perhaps of a longer list. */
export function partsOf(mounted: readonly number[], count: number): readonly Part[] {
  const parts: Part[] = [];
  let next = 0;
  for (const index of [...mounted.filter((each) => each < count), count]) {
    if (index > next) {
      parts.push({ first: next, last: index - 1, isGap: true });
    }
    if (index < count) {
      parts.push({ first: index, last: index, isGap: false });
    }
    next = index + 1;
  }
  return parts;
}

/** Pixels from `top` to `bottom`, from the top of the viewport. */
export interface Box {
  readonly top: number;
  readonly bottom: number;
}

/**
 * Which chunks lie where `isWanted` says.
 *
 * @param boxes - where each of the parts is.
 * @param heightOf - pixels that a chunk takes which is not in the page.
 */
export function chunksIn(
  parts: readonly Part[],
  boxes: readonly Box[],
  heightOf: (chunk: number) => number,
  isWanted: (box: Box) => boolean,
): readonly number[] {
  return parts.flatMap(({ first, last, isGap }, index) => {
    const box = boxes[index];
    if (!box || !isGap) {
      return box && isWanted(box) ? [first] : [];
    }
    const wanted: number[] = [];
    let { top } = box;
    for (let chunk = first; chunk <= last; chunk += 1) {
      const bottom = top + heightOf(chunk);
      if (isWanted({ top, bottom })) {
        wanted.push(chunk);
      }
      top = bottom;
    }
    return wanted;
  });
}
