import { useElementSize } from '@mantine/hooks';
import { formatNumber } from '../../../ui/values/format.ts';
import { labelEvery, ticksTo, type ChartPoint } from './chart-data.ts';
import { usePrinted } from '../../../ui/drawing/use-printed.ts';
import classes from './Chart.module.css';

export interface TimeChartProps {
  points: readonly ChartPoint[];
  /** Columns are of parts that make up a figure, shares of parts that make up a hundred. */
  as: 'line' | 'columns' | 'share';
  /** What a time is called on the axis. */
  labelOf: (point: ChartPoint) => string;
  /** What a part is called and how much it is, for the pointer. */
  partText: (point: ChartPoint, part: number) => string;
  /** The waste stream that a part is; undefined when it is none. */
  streamOf: (point: ChartPoint | null, part: number) => string | undefined;
  /** What it was in the period that is compared with. */
  beforeText: (point: ChartPoint) => string;
  unit: string;
  language: string;
}

/** Of the drawing, in pixels: on a screen as wide as it may be, on paper as wide as a sheet, so that letters keep their size. */
const tallness = { screen: 260, paper: 132 };
const paperWidth = 690;
const margin = { top: 12, right: 8, bottom: 28 };
const quarters = [0, 25, 50, 75, 100];
/** Pixels of a letter; the font is monospaced. */
const letter = 7;

/** Figures over time: the axis is as wide as the screen lets it, and letters keep their size. */
export function TimeChart({ points, as, labelOf, partText, streamOf, beforeText, unit, language }: TimeChartProps) {
  const { ref, width: room } = useElementSize<HTMLDivElement>();
  const isPrinted = usePrinted();
  const [width, height] = isPrinted ? [paperWidth, tallness.paper] : [room, tallness.screen];
  const tall = (point: ChartPoint) =>
    Math.max(point.before ?? 0, as === 'line' ? Math.max(0, ...point.parts.map(Number)) : sum(point.parts));
  // Shares are rounded: together they may be a tenth beyond their hundred.
  const ticks = as === 'share' ? quarters : ticksTo(Math.max(0, ...points.map(tall)));
  const most = ticks.at(-1) ?? 1;
  const tickText = (tick: number) => `${formatNumber(tick, language)}${unit}`;
  const left = 8 + letter * Math.max(...ticks.map((tick) => tickText(tick).length));
  const step = Math.max(0, width - left - margin.right) / Math.max(1, points.length);
  const inside = height - margin.top - margin.bottom;
  const y = (value: number) => margin.top + inside * (1 - Math.min(value, most) / most);
  const x = (index: number) => left + step * (index + 0.5);
  const labels = points.map(labelOf);
  const every = labelEvery(
    points.length,
    width - left,
    letter * Math.max(0, ...labels.map(({ length }) => length + 2)),
  );

  return (
    <div ref={ref} className={classes.time}>
      <svg width={width} height={height} viewBox={`0 0 ${Math.max(1, width)} ${height}`} aria-hidden>
        {ticks.map((tick) => (
          <g key={tick}>
            <line x1={left} x2={width} y1={y(tick)} y2={y(tick)} className={classes.grid} />
            <text x={left - 6} y={y(tick) + 4} className={classes.tick} textAnchor="end">
              {tickText(tick)}
            </text>
          </g>
        ))}
        {as === 'line' ? (
          <Lines points={points} x={x} y={y} partText={partText} streamOf={streamOf} />
        ) : (
          <Columns
            points={points}
            x={x}
            y={y}
            step={step}
            partText={partText}
            streamOf={streamOf}
            beforeText={beforeText}
          />
        )}
        {labels.map(
          (label, index) =>
            index % every === 0 && (
              <text
                key={String(points[index]?.key)}
                x={within(x(index), (letter * label.length) / 2, width)}
                y={height - 8}
                className={classes.tick}
                textAnchor="middle"
              >
                {label}
              </text>
            ),
        )}
      </svg>
    </div>
  );
}

/** As near to `x` as what reaches `half` to either side has room. */
const within = (x: number, half: number, width: number) => Math.max(half, Math.min(x, width - half));

const sum = (parts: readonly (number | null)[]) => parts.reduce<number>((total, part) => total + (part ?? 0), 0);

interface ShapeProps extends Pick<TimeChartProps, 'points' | 'partText' | 'streamOf' | 'beforeText'> {
  x: (index: number) => number;
  y: (value: number) => number;
}

function Columns({ points, x, y, step, partText, streamOf, beforeText }: ShapeProps & { step: number }) {
  const wide = Math.max(1, Math.min(step * 0.7, 64));
  const hasBefore = points.some(({ before }) => before !== undefined);
  // The other period's column looks out to the left of this one's.
  const left = hasBefore ? wide / 4 : 0;
  return points.map((point, index) => (
    <g key={String(point.key)}>
      {typeof point.before === 'number' && point.before > 0 && (
        <rect
          x={x(index) - wide / 2}
          y={y(point.before)}
          width={wide - left}
          height={Math.max(0, y(0) - y(point.before))}
          className={classes.before}
        >
          <title>{beforeText(point)}</title>
        </rect>
      )}
      {point.parts.map((part, position) => {
        const below = sum(point.parts.slice(0, position));
        const top = y(below + (part ?? 0));
        return (
          part !== null &&
          part > 0 && (
            <rect
              // Parts have no other name than their place.
              // oxlint-disable-next-line react/no-array-index-key
              key={position}
              x={x(index) - wide / 2 + left}
              y={top}
              width={wide - left}
              height={Math.max(0, y(below) - top)}
              className={classes.part}
              data-part={position}
              data-stream={streamOf(point, position)}
            >
              <title>{partText(point, position)}</title>
            </rect>
          )
        );
      })}
    </g>
  ));
}

/** What lies under a line, piece by piece of it. */
function areaUnder(points: readonly ChartPoint[], x: ShapeProps['x'], y: ShapeProps['y']): string {
  const base = y(0).toFixed(1);
  return points
    .map(({ parts: [figure] }, index) => {
      const next = points[index + 1]?.parts[0];
      return typeof figure === 'number' && typeof next === 'number'
        ? `M${x(index).toFixed(1)} ${base}V${y(figure).toFixed(1)}L${x(index + 1).toFixed(1)} ${y(next).toFixed(1)}V${base}Z`
        : '';
    })
    .join('');
}

/** Lines break where a figure is not known. */
function Lines({ points, x, y, partText, streamOf }: Omit<ShapeProps, 'beforeText'>) {
  const [first] = points;
  const path = (figures: readonly (number | null)[]) =>
    figures
      .map((figure, index) => {
        const goesOn = index > 0 && figures[index - 1] !== null;
        return figure === null ? '' : `${goesOn ? 'L' : 'M'}${x(index).toFixed(1)} ${y(figure).toFixed(1)}`;
      })
      .join('');
  const isSingle = first?.parts.length === 1;
  const lines = first?.parts.map((_part, position) => {
    return (
      <g key={String(position)}>
        {isSingle && <path d={areaUnder(points, x, y)} className={classes.area} />}
        <path
          d={path(points.map(({ parts }) => parts[position] ?? null))}
          className={classes.line}
          data-part={position}
          data-stream={streamOf(null, position)}
        />
        {points.length <= 120 &&
          points.map((point, index) => {
            const figure = point.parts[position] ?? null;
            return (
              figure !== null && (
                <circle
                  key={String(point.key)}
                  cx={x(index)}
                  cy={y(figure)}
                  r={3}
                  className={classes.part}
                  data-part={position}
                  data-stream={streamOf(point, position)}
                >
                  <title>{partText(point, position)}</title>
                </circle>
              )
            );
          })}
      </g>
    );
  });
  return (
    <>
      {first?.before !== undefined && (
        <path d={path(points.map(({ before }) => before ?? null))} className={classes.lineBefore} />
      )}
      {lines}
    </>
  );
}
