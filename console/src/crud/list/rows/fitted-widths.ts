/** Pixels under which nothing in a column can be read. */
const leastPx = 48;

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

/** Pixels for each unit of weight, so that none of the columns is wider than its weight allows and all fill `room`. */
function unitFor(columns: readonly { readonly width: number; readonly weight: number }[], room: number): number {
  let left = room;
  let weight = sum(columns.map((column) => column.weight));
  const frugalFirst = columns.toSorted((one, other) => one.width / one.weight - other.width / other.weight);
  for (const column of frugalFirst) {
    if (column.width / column.weight > left / weight) {
      return left / weight;
    }
    left -= column.width;
    weight -= column.weight;
  }
  return Infinity;
}

/**
 * How wide columns are that have `room` pixels between them: as wide as they would be, if that fits; else the widest for their weight
 * give until it does, and those that are to stay whole only if the others cannot give enough.
 *
 * @param widths - those that nothing in them would have to be cut for.
 * @param weights - a column of weight 2 keeps twice as much as one of weight 1; one of 0 is to stay whole.
 */
export function fittedWidths(widths: readonly number[], weights: readonly number[], room: number): readonly number[] {
  if (sum(widths) <= room) {
    return widths;
  }
  const columns = widths.map((width, index) => ({ width, weight: weights[index] ?? 1 }));
  const gives = columns.filter(({ weight }) => weight > 0);
  const left = room - sum(columns.map(({ width, weight }) => (weight > 0 ? 0 : width)));
  const isEnough = gives.length > 0 && left / gives.length >= leastPx;
  const all = isEnough ? columns : columns.map(({ width, weight }) => ({ width, weight: weight || 1 }));
  const unit = isEnough ? unitFor(gives, left) : unitFor(all, room);
  return all.map(({ width, weight }) => (weight === 0 ? width : Math.min(width, unit * weight)));
}
