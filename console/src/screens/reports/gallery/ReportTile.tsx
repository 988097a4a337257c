import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ReportsQuery } from '../../../api/generated/graphql.ts';
import { paths } from '../../../paths.ts';
import { defaultSearch } from '../question/default-question.ts';
import classes from './Gallery.module.css';
import { drawnValues, thumbnailOf, type Thumbnail } from './thumbnail.ts';

/** A report, what it looks like and what it answers; the whole of it leads there. */
export function ReportTile({ report }: { report: ReportsQuery['reports'][number] }) {
  const { t } = useTranslation('reports');
  const { name } = report;
  return (
    <li className={classes.tile}>
      <ReportThumbnail name={name} shape={thumbnailOf(report)} />
      <div>
        <Link to={`${paths.reports.view(name)}?${defaultSearch(report)}`} className={classes.link}>
          {t(`names.${name}`)}
        </Link>
        <p className={classes.question}>{t(`questions.${name}`)}</p>
      </div>
    </li>
  );
}

const [width, height] = [96, 56];

/** A drawing of what a report looks like: of no figures, so that it is there at once. */
function ReportThumbnail({ name, shape }: { name: string; shape: Thumbnail }) {
  const Shape = shapes[shape];
  return (
    <svg viewBox={`0 0 ${width} ${height}`} className={classes.thumbnail} aria-hidden>
      <Shape name={name} />
    </svg>
  );
}

const axis = <line x1={4} y1={height - 5} x2={width - 4} y2={height - 5} className={classes.axis} />;

function Line({ name }: { name: string }) {
  const points = drawnValues(name, 9).map((value, index) => `${6 + index * 10.5} ${40 - index - value * 24}`);
  return (
    <>
      <path d={`M6 ${height - 5}L${points.join('L')}L90 ${height - 5}Z`} className={classes.area} />
      <path d={`M${points.join('L')}`} className={classes.line} />
      {axis}
    </>
  );
}

function Heat({ name }: { name: string }) {
  return drawnValues(name, 35).map((value, index) => (
    <rect
      // Cells have no other name than their place.
      // oxlint-disable-next-line react/no-array-index-key
      key={index}
      x={6 + (index % 7) * 12}
      y={5 + Math.floor(index / 7) * 9.4}
      width={11}
      height={8.4}
      className={classes.cell}
      style={{ opacity: 0.12 + 0.88 * value * value }}
    />
  ));
}

/** The greatest first, as a ranking is. */
const ranked = (name: string) => drawnValues(name, 4).toSorted((one, other) => other - one);

function Bars({ name }: { name: string }) {
  return ranked(name).map((value, index) => (
    <rect
      key={value}
      x={6}
      y={6 + index * 12}
      width={14 + value * 70}
      height={8}
      className={index === 0 ? classes.first : classes.bar}
    />
  ));
}

function Parts({ name }: { name: string }) {
  return ranked(name).map((value, index) => (
    <g key={value}>
      <rect x={6} y={6 + index * 12} width={84} height={8} className={classes.whole} />
      <rect
        x={6}
        y={6 + index * 12}
        width={24 + value * 56}
        height={8}
        className={index === 0 ? classes.first : classes.bar}
      />
    </g>
  ));
}

const shapes = { line: Line, heat: Heat, bars: Bars, parts: Parts };
