import { Fragment } from 'react';
import type { ChartPoint } from './chart-data.ts';
import classes from './Chart.module.css';

interface Props {
  points: readonly ChartPoint[];
  textOf: (point: ChartPoint) => string;
  partText: (point: ChartPoint, part: number) => string;
  /** The waste stream that a part is of; undefined when it is of none. */
  streamOf: (point: ChartPoint, part: number) => string | undefined;
  figureText: (figure: number | null) => string;
  /** What it was in the period that is compared with. */
  beforeText: (point: ChartPoint) => string;
}

/** Things under each other, the greatest first, each with its bar and its figure. */
export function ThingBars({ points, textOf, partText, streamOf, figureText, beforeText }: Props) {
  const most = Math.max(1e-9, ...points.map(({ total, before }) => Math.max(total ?? 0, before ?? 0)));
  return (
    <div className={classes.bars}>
      {points.map((point) => (
        <Fragment key={String(point.key)}>
          <span className={classes.name}>{textOf(point)}</span>
          <span>
            <span className={classes.track}>
              {point.parts.map(
                (part, position) =>
                  part !== null &&
                  part > 0 && (
                    <span
                      // Parts have no other name than their place.
                      // oxlint-disable-next-line react/no-array-index-key
                      key={position}
                      className={classes.bar}
                      data-part={position}
                      data-stream={streamOf(point, position)}
                      title={partText(point, position)}
                      style={{ width: `${(part / most) * 100}%` }}
                    />
                  ),
              )}
            </span>
            {typeof point.before === 'number' && (
              <span
                className={classes.barBefore}
                title={beforeText(point)}
                style={{ width: `${(point.before / most) * 100}%` }}
              />
            )}
          </span>
          <span className={classes.figure}>{figureText(point.total)}</span>
        </Fragment>
      ))}
    </div>
  );
}
