import { foldHeader } from '../import.ts';

/** Folded headers of a column that has both coordinates of a place, as maps give them to be copied: `47.2448, 26.7247`. */
const headersOfPoints: ReadonlySet<string> = new Set([
  'coordonate',
  'coordonatele',
  'coordonate gps',
  'gps',
  'lat lng',
  'lat lon',
  'lat long',
  'latitudine longitudine',
  'latitude longitude',
  'coordinates',
  'gps coordinates',
]);

/** A degree with its sign, which a decimal comma may divide; what stands behind it says nothing else in Romania. */
const degrees = String.raw`([-+]?\d{1,3}(?:[.,]\d+)?) ?°? ?[NE]?`;
/** Between two that may have decimal commas stands more than a comma; a comma alone between two with points, or with commas in all three places. */
const points = [
  new RegExp(String.raw`^\(?${degrees}(?: ?[;/|] ?|,? +)${degrees}\)?$`, 'i'),
  /^\(?([-+]?\d{1,3}(?:\.\d+)?),([-+]?\d{1,3}(?:\.\d+)?)\)?$/,
  /^\(?([-+]?\d{1,3},\d+),([-+]?\d{1,3},\d+)\)?$/,
];

/**
 * What a column of points is read as, beside columns that have one coordinate each.
 *
 * @returns both fields, of the same column.
 */
export function guessPoint(headers: readonly string[]): Readonly<Record<'lat' | 'lng', string>> | undefined {
  const header = headers.find((each) => headersOfPoints.has(foldHeader(each)));
  return header === undefined ? undefined : { lat: header, lng: header };
}

/** One coordinate of a cell that has both, the latitude first; the cell as it is where it has not. */
export function coordinateOf(field: 'lat' | 'lng', cell: string): string {
  for (const point of points) {
    const [, lat, lng] = point.exec(cell.trim()) ?? [];
    if (lat !== undefined && lng !== undefined) {
      return field === 'lat' ? lat : lng;
    }
  }
  return cell;
}
