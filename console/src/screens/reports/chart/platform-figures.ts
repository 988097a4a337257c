import { spotOf, type Spot } from '../../../map/spot/spot.ts';

interface Platform {
  readonly id: string;
  readonly label: string;
  readonly lat?: number | null | undefined;
  readonly lng?: number | null | undefined;
}

/** A figure where its platform stands. */
export interface PlatformFigure extends Spot {
  readonly id: string;
  readonly label: string;
  readonly figure: number;
}

/**
 * The figures of platforms that have a place, and how many there are of those that have none.
 *
 * @param figures - by id of the platform; null is not known.
 */
export function placed(
  figures: readonly (readonly [id: string, figure: number | null])[],
  platforms: readonly Platform[],
): { readonly shown: readonly PlatformFigure[]; readonly without: number } {
  const byId = new Map(platforms.map((platform) => [platform.id, platform]));
  const known = figures.flatMap(([id, figure]) => (figure === null ? [] : [[id, figure] as const]));
  const shown = known.flatMap(([id, figure]) => {
    const platform = byId.get(id);
    const spot = platform && spotOf(platform.lat, platform.lng);
    return spot ? [{ ...spot, id, label: platform.label, figure }] : [];
  });
  return { shown, without: known.length - shown.length };
}

/** Pixels from the middle of a mark to its edge: of the least figure, and of the greatest where few and where many stand together. */
const radii = { least: 4, many: 9, few: 22 } as const;

/** How large the greatest of so many is drawn, so that they lie beside each other rather than over each other. */
export const greatestRadius = (count: number): number =>
  Math.max(radii.many, Math.min(radii.few, 85 / Math.sqrt(count)));

/** How large a figure is drawn: its area says how much it is, as the eye compares areas; nothing is still seen. */
export const radiusOf = (figure: number, most: number, greatest: number): number =>
  most > 0 ? Math.max(radii.least, greatest * Math.sqrt(Math.max(0, figure) / most)) : radii.least;
