import { Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import type { HistoryPartsFragment } from '../../api/generated/graphql.ts';
import { useQuery } from '../../api/use-query.ts';
import { Outdated } from '../../crud/list/Outdated.tsx';
import { Pending } from '../../crud/list/Pending.tsx';
import { Drawing } from '../../ui/drawing/Drawing.tsx';
import { DrawnAsTable } from '../../ui/drawing/DrawnAsTable.tsx';
import { Quantity } from '../../ui/values/cells.tsx';
import { useNow } from '../../ui/values/clock.ts';
import { formatDate, formatExact, formatNumber } from '../../ui/values/format.ts';
import { Moment } from '../../ui/values/Moment.tsx';
import { ReadingHistoriesDocument } from '../status.graphql.ts';
import { acrossOf, datesOf, downOf, runsOf, toldIn, type Frame, type Period } from './curve.ts';
import classes from './ReadingCurve.module.css';

/** Days that are looked back, and milliseconds between two looks while the page is open. */
const days = 30;
const lookMs = 300_000;

/** How full a container was over the last days, and how its battery was. */
export function ReadingCurves({ containerId }: { containerId: string }) {
  const { data, error, refetch } = useQuery(ReadingHistoriesDocument, {
    variables: { id: containerId, days },
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
    pollInterval: lookMs,
  });
  const { fill, battery } = data?.container ?? {};
  if (!fill || !battery) {
    return <Pending error={error} refetch={refetch} permission="statusUpdate:read" height={260} />;
  }
  return (
    <>
      <Outdated error={error} refetch={refetch} />
      <ReadingCurve kind="fill_level_pct" days={days} history={fill} />
      <ReadingCurve kind="battery_life_pct" days={days} history={{ ...battery, emptyings: [] }} />
    </>
  );
}

interface Props {
  kind: 'battery_life_pct' | 'fill_level_pct';
  days: number;
  history: HistoryPartsFragment;
}

/** One measure over the last days, with what is too much or too little of it, and when it was emptied; the same as a table below. */
function ReadingCurve({ kind, days, history }: Props) {
  const { t } = useTranslation('statusUpdates');
  const newest = history.readings.at(-1);
  return (
    <Drawing
      title={t(`kinds.${kind}`)}
      period={t('history.days', { count: days })}
      beside={
        newest && (
          <>
            <Text span fw={600}>
              <Quantity value={newest.pct} unit="percent" />
            </Text>{' '}
            <Moment at={newest.at} />
          </>
        )
      }
    >
      {newest ? (
        <>
          <Curve kind={kind} days={days} history={history} />
          <CurveLegend kind={kind} history={history} />
          <CurveTable kind={kind} history={history} />
        </>
      ) : (
        <Text fz="sm">{t('history.none')}</Text>
      )}
    </Drawing>
  );
}

const height = 160;
const margin = { top: 8, right: 8, bottom: 24, left: 46 };
const ticks = [0, 50, 100];
/** Pixels that a date below the axis takes, with what parts it from the next. */
const dateWidth = 80;

function Curve({ kind, days, history }: Props) {
  const { t, i18n } = useTranslation('statusUpdates');
  const { ref, width } = useElementSize<HTMLDivElement>();
  const frame = { width, height, ...margin };
  const to = useNow();
  const period = { from: to - days * 86_400_000, to };
  const [x, y] = [acrossOf(period, frame), downOf(frame)];
  const percent = (pct: number) => `${formatNumber(pct, i18n.language)} %`;
  const values = history.readings.map(({ pct }) => pct);
  const summary = t('history.summary', {
    kind: t(`kinds.${kind}`),
    lowest: percent(Math.min(...values)),
    highest: percent(Math.max(...values)),
    newest: percent(values.at(-1) ?? 0),
    count: days,
  });
  return (
    <div ref={ref} className={classes.drawing}>
      <svg width={width} height={height} role="img" aria-label={summary}>
        {ticks.map((tick) => (
          <g key={tick}>
            <line x1={margin.left} x2={width - margin.right} y1={y(tick)} y2={y(tick)} className={classes.grid} />
            <text x={margin.left - 6} y={y(tick) + 4} className={classes.tick} textAnchor="end">
              {percent(tick)}
            </text>
          </g>
        ))}
        <Dates period={period} x={x} frame={frame} />
        {(['warning', 'error'] as const).map((level) => (
          <line
            key={level}
            x1={margin.left}
            x2={width - margin.right}
            y1={y(history[`${level}Pct`])}
            y2={y(history[`${level}Pct`])}
            className={classes.threshold}
            data-level={level}
          />
        ))}
        {history.emptyings.map((at) => (
          <g key={at} className={classes.emptying}>
            <title>{t('history.emptiedAt', { time: formatExact(at, i18n.language) })}</title>
            <line x1={x(at)} x2={x(at)} y1={margin.top} y2={height - margin.bottom} />
            <path d={`M${x(at) - 5} ${margin.top}h10l-5 8z`} />
          </g>
        ))}
        {runsOf(period, history.readings).map((run) => (
          <g key={run[0]?.at}>
            <polyline
              points={run.map(({ at, pct }) => `${x(at).toFixed(1)},${y(pct).toFixed(1)}`).join(' ')}
              className={classes.line}
            />
            {run.length === 1 &&
              run.map(({ at, pct }) => <circle key={at} cx={x(at)} cy={y(pct)} r={2} className={classes.dot} />)}
          </g>
        ))}
        {history.readings.slice(-1).map(({ at, pct }) => (
          <circle key={at} cx={x(at)} cy={y(pct)} r={4} className={classes.dot} />
        ))}
      </svg>
    </div>
  );
}

/** As many dates as have room, those at the ends within the drawing. */
function Dates({ period, x, frame }: { period: Period; x: (at: string) => number; frame: Frame }) {
  const { i18n } = useTranslation();
  const count = Math.max(2, Math.min(7, Math.floor((frame.width - frame.left) / dateWidth)));
  const dates = datesOf(period, count);
  return dates.map((at, index) => (
    <text
      key={at}
      x={x(at)}
      y={frame.height - 6}
      className={classes.tick}
      textAnchor={index === 0 ? 'start' : index === dates.length - 1 ? 'end' : 'middle'}
    >
      {formatDate(at, i18n.language)}
    </text>
  ));
}

/** The figures of a curve. */
function CurveTable({ kind, history }: Omit<Props, 'days'>) {
  const { t, i18n } = useTranslation('statusUpdates');
  return (
    <DrawnAsTable
      label={t(`kinds.${kind}`)}
      heads={[t('list.when'), t(`kinds.${kind}`)]}
      rows={toldIn(history).map(({ at, pct }) => {
        const value = pct === null ? t('kinds.emptying_detected') : <Quantity value={pct} unit="percent" />;
        return { id: `${at} ${pct}`, head: formatExact(at, i18n.language), cells: [value] };
      })}
    />
  );
}

/** What the lines of a curve stand for. */
function CurveLegend({ kind, history }: Omit<Props, 'days'>) {
  const { t, i18n } = useTranslation(['statusUpdates', 'common']);
  return (
    <ul className={classes.legend}>
      {(['warning', 'error'] as const).map((level) => (
        <li key={level}>
          <svg width="20" height="12" aria-hidden>
            <line x2="20" y1="6" y2="6" className={classes.threshold} data-level={level} />
          </svg>{' '}
          {t(`history.threshold.${kind}`, {
            level: t(`common:values.statusLevel.${level}`),
            value: formatNumber(history[`${level}Pct`], i18n.language),
          })}
        </li>
      ))}
      {history.emptyings.length > 0 && (
        <li>
          <svg width="12" height="12" aria-hidden className={classes.emptying}>
            <path d="M1 2h10l-5 8z" />
          </svg>{' '}
          {t('history.emptyings', { count: history.emptyings.length })}
        </li>
      )}
    </ul>
  );
}
