import classes from './Chart.module.css';

interface Props {
  /** Of the parts, in their order. */
  names: readonly string[];
  /** The waste stream that a part is; undefined when it is none. */
  streamOf: (part: number) => string | undefined;
  /** What the other period is called; null when there is none. */
  before: string | null;
}

/** What the colours of a chart stand for; nothing where there is but one. */
export function ChartLegend({ names, streamOf, before }: Props) {
  if (names.length + (before === null ? 0 : 1) < 2) {
    return null;
  }
  return (
    <ul className={classes.legend}>
      {names.map((name, position) => (
        <li key={`${position} ${name}`}>
          <span className={classes.swatch} data-part={position} data-stream={streamOf(position)} aria-hidden />
          {name}
        </li>
      ))}
      {before !== null && (
        <li>
          <span className={classes.swatchBefore} aria-hidden />
          {before}
        </li>
      )}
    </ul>
  );
}
