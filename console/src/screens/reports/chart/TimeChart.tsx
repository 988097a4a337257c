import { useElementSize } from '@mantine/hooks';
import { formatNumber } from '../../../ui/format.ts';
import { labelEvery, ticksTo, type ChartPoint } from './chart-data.ts';
import classes from './Chart.module.css';

interface Props {
  points: readonly ChartPoint[];
  /** Lines for figures that do not make up a whole, and where columns would be too thin. */
  as: 'columns' | 'lines';
  textOf: (point: ChartPoint) => string;
  /** What a part is called and how much it is, for the pointer. */
  partText: (point: ChartPoint, part: number) => string;
  unit: string;
  language: string;
}

const height = 260;
const margin = { top: 12, right: 8, bottom: 28 };
/** Pixels of a letter; the font is monospaced. */
const letter = 7;

/** Figures over time: the axis is as wide as the screen lets it, and letters keep their size. */
export function TimeChart({ points, as, textOf, partText, unit, language }: Props) {
  const { ref, width } = useElementSize<HTMLDivElement>();
  const tall = (point: ChartPoint) => (as === 'columns' ? sum(point.parts) : Math.max(0, ...point.parts.map(Number)));
  const ticks = ticksTo(Math.max(0, ...points.map(tall)));
  const most = ticks.at(-1) ?? 1;
  const tickText = (tick: number) => `${formatNumber(tick, language)}${unit}`;
  const left = 8 + letter * Math.max(...ticks.map((tick) => tickText(tick).length));
  const step = Math.max(0, width - left - margin.right) / Math.max(1, points.length);
  const inside = height - margin.top - margin.bottom;
  const y = (value: number) => margin.top + inside * (1 - value / most);
  const x = (index: number) => left + step * (index + 0.5);
  const labels = points.map(textOf);
  const every = labelEvery(
    points.length,
    width - left,
    letter * Math.max(0, ...labels.map(({ length }) => length + 2)),
  );

  return (
    <div ref={ref} className={classes.time}>
      <svg width={width} height={height} aria-hidden>
        {ticks.map((tick) => (
          <g key={tick}>
            <line x1={left} x2={width} y1={y(tick)} y2={y(tick)} className={classes.grid} />
            <text x={left - 6} y={y(tick) + 4} className={classes.tick} textAnchor="end">
              {tickText(tick)}
            </text>
          </g>
        ))}
        {as === 'columns' ? (
          <Columns points={points} x={x} y={y} step={step} partText={partText} />
        ) : (
          <Lines points={points} x={x} y={y} partText={partText} />
        )}
        {labels.map(
          (label, index) =>
            index % every === 0 && (
              <text
                key={String(points[index]?.key)}
                x={Math.max(x(index), (letter * label.length) / 2)}
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

const sum = (parts: readonly (number | null)[]) => parts.reduce<number>((total, part) => total + (part ?? 0), 0);

interface ShapeProps extends Pick<Props, 'points' | 'partText'> {
  x: (index: number) => number;
  y: (value: number) => number;
}

function Columns({ points, x, y, step, partText }: ShapeProps & { step: number }) {
  const wide = Math.max(1, Math.min(step * 0.7, 64));
  return points.map((point, index) =>
    point.parts.map((part, place) => {
      const below = sum(point.parts.slice(0, place));
      const top = y(below + (part ?? 0));
      return (
        part !== null &&
        part > 0 && (
          <rect
            key={`${point.key} ${place}`}
            x={x(index) - wide / 2}
            y={top}
            width={wide}
            height={Math.max(0, y(below) - top)}
            className={classes.part}
            data-part={place}
          >
            <title>{partText(point, place)}</title>
          </rect>
        )
      );
    }),
  );
}

/** Lines break where a figure is not known. */
function Lines({ points, x, y, partText }: ShapeProps) {
  const [first] = points;
  return first?.parts.map((_part, place) => {
    const steps = points.map(({ parts }, index) => {
      const figure = parts[place] ?? null;
      const goesOn = index > 0 && (points[index - 1]?.parts[place] ?? null) !== null;
      return figure === null ? '' : `${goesOn ? 'L' : 'M'}${x(index).toFixed(1)} ${y(figure).toFixed(1)}`;
    });
    return (
      <g key={String(place)}>
        <path d={steps.join('')} className={classes.line} data-part={place} />
        {points.length <= 120 &&
          points.map((point, index) => {
            const figure = point.parts[place] ?? null;
            return (
              figure !== null && (
                <circle
                  key={String(point.key)}
                  cx={x(index)}
                  cy={y(figure)}
                  r={3}
                  className={classes.part}
                  data-part={place}
                >
                  <title>{partText(point, place)}</title>
                </circle>
              )
            );
          })}
      </g>
    );
  });
}
