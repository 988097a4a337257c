/** A figure beside what it may be. */
export interface Line {
  readonly what: string;
  readonly value: number;
  readonly limit: number;
  readonly unit: string;
  /** Whether more is better: of scores and frames. */
  readonly atLeast?: boolean;
  readonly digits?: number;
}

/** How much of its limit a figure takes; above 1 it is over. */
export const ratioOf = ({ value, limit, atLeast }: Line): number =>
  atLeast ? limit / Math.max(value, Number.MIN_VALUE) : Math.max(value, 0) / limit;

/** One line of the table: ✓ or ✗, the figure, its limit and the ratio of both. */
export function lineText(line: Line): string {
  const { what, value, limit, unit, atLeast, digits = 1 } = line;
  const ratio = ratioOf(line);
  const told = `${value.toFixed(digits)} ${unit}`.padStart(14);
  const allowed = `${atLeast ? '≥' : '≤'} ${limit} ${unit}`.padEnd(14);
  return `${ratio <= 1 ? '✓' : '✗'} ${what.padEnd(56)} ${told}  ${allowed} ${ratio.toFixed(2)}`;
}
