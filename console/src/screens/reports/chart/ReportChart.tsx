import { NativeSelect, Skeleton, Text, Title } from '@mantine/core';
import { Fragment, useId, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportMetric } from '@noa/domain/reporting/report.ts';
import { describeFailure } from '../../../api/failure.ts';
import { MapRoom } from '../../../map/MapRoom.tsx';
import { formatNumber } from '../../../ui/values/format.ts';
import { formatKey, useCellTexts } from '../answer/rows/cells.ts';
import { formatDays } from '../question/period.ts';
import { ReportFailure } from '../answer/ReportFailure.tsx';
import { isOnce } from '../comparison/counterpart.ts';
import type { QuestionControls } from '../question/use-question.ts';
import { hasRest, type ChartPoint } from './chart-data.ts';
import classes from './Chart.module.css';
import { hasSpots, isTime, roomFor, shapeOf, whyNoChart } from './chart-question.ts';
import { TimeChart, type TimeChartProps } from './TimeChart.tsx';
import { useChart, type ChartAnswer } from './use-chart.ts';
import { part } from '../../../loading/part.ts';

const PlatformMap = part(async () => (await import('./PlatformMap.tsx')).PlatformMap);

/** Of its own, after a space, where it has one. */
const unitOf = (metric: ReportMetric): string =>
  metric.endsWith('_pct') ? ' %' : metric === 'total_litres' ? ' l' : '';

interface Props {
  name: string;
  controls: QuestionControls;
  /** The table that says the same in figures. */
  tableId: string;
  /** Rows of the table, on all its pages. */
  rowCount: number;
}

/** A figure of the report as a drawing. */
export function ReportChart({ name, controls, tableId, rowCount }: Props) {
  const { t, i18n } = useTranslation('reports');
  const titleId = useId();
  const { question } = controls;
  const metric = question.chart;
  const reason = whyNoChart(question);
  return (
    <section aria-labelledby={titleId}>
      <figure className={classes.chart}>
        <div className={classes.head}>
          <Title order={2} fz="md" id={titleId} data-metric={t(`fields.${metric}`)}>
            {t('chart.title')}
          </Title>
          {question.metrics.length > 1 && (
            <NativeSelect
              label={t('chart.metric')}
              value={metric}
              onChange={(event) => {
                const next = question.metrics.find((each) => each === event.currentTarget.value);
                if (next) {
                  controls.draw(next);
                }
              }}
              data={question.metrics.map((each) => ({ value: each, label: t(`fields.${each}`) }))}
            />
          )}
        </div>
        {reason ? (
          <Text fz="sm">{t(`chart.${reason}`)}</Text>
        ) : (
          <div
            className={classes.room}
            data-time={isTime(question) || undefined}
            style={{ '--rows': roomFor(question, rowCount) } as CSSProperties}
          >
            <Drawing name={name} controls={controls} metric={metric} tableId={tableId} />
          </div>
        )}
        {hasSpots(question) && (
          <div className={classes.map}>
            <MapRoom unfold={t('chart.map.show')} fold={t('chart.map.hide')} height="340px">
              <PlatformMap
                name={name}
                question={question}
                metric={metric}
                figureText={(figure) => `${formatNumber(figure, i18n.language)}${unitOf(metric)}`}
              />
            </MapRoom>
          </div>
        )}
      </figure>
    </section>
  );
}

type DrawingProps = Omit<Props, 'rowCount'> & { metric: ReportMetric };

function Drawing({ name, controls, metric, tableId }: DrawingProps) {
  const { t, i18n } = useTranslation(['reports', 'common']);
  const { question } = controls;
  const { answer, error, retry } = useChart(name, question, metric);
  if (error && !answer) {
    return <ReportFailure failure={describeFailure(error)} onRetry={retry} />;
  }
  if (!answer) {
    return <Skeleton className={classes.waiting} role="status" aria-label={t('common:loading.screen')} />;
  }
  return <Drawn answer={answer} controls={controls} metric={metric} tableId={tableId} language={i18n.language} />;
}

interface DrawnProps extends Omit<DrawingProps, 'name'> {
  answer: ChartAnswer;
  language: string;
}

function Drawn({ answer, controls, metric, tableId, language }: DrawnProps) {
  const { t } = useTranslation('reports');
  const texts = useCellTexts(answer.labels);
  const [first, second] = controls.question.by;
  const { points, pointCount, series, before } = answer;
  if (!first) {
    return null;
  }
  const unit = unitOf(metric);
  const figureText = (figure: number | null) => (figure === null ? '—' : `${formatNumber(figure, language)}${unit}`);
  const textOf = ({ key }: ChartPoint) => formatKey({ grouping: first, value: key }, texts);
  const rest = series.length > 0 && hasRest(points, series.length);
  const names = second ? series.map((value) => formatKey({ grouping: second, value }, texts)) : [];
  const partText = (point: ChartPoint, part: number) =>
    [
      textOf(point),
      ...(series.length > 0 ? [names[part] ?? t('chart.rest')] : []),
      figureText(point.parts[part] ?? null),
    ].join(', ');
  const beforeDays = before && formatDays(before, language);
  const beforeText = (point: ChartPoint) => [textOf(point), beforeDays, figureText(point.before ?? null)].join(', ');
  const shown =
    rest || series.length === 0 ? points : points.map((point) => ({ ...point, parts: point.parts.slice(0, -1) }));
  /** Waste streams keep their own colours. */
  const streamOf = (point: ChartPoint | null, part: number): string | undefined => {
    const key = second === 'waste_stream' ? series[part] : first === 'waste_stream' && !second ? point?.key : undefined;
    return typeof key === 'string' ? key : undefined;
  };
  const { from, to } = controls.question.days;
  // Of one year, no time on the axis has to say which.
  const isOneYear = isOnce(first) && from.slice(0, 4) === to.slice(0, 4);
  const labelOf = (point: ChartPoint) => (isOneYear ? textOf(point).replace(/,?\s\d{4}$/, '') : textOf(point));
  const shape = shapeOf(controls.question, metric, points.length);

  return (
    <>
      <div
        role="img"
        aria-label={[
          t(isTime(controls.question) ? 'chart.overTime' : 'chart.ofThings', {
            metric: t(`fields.${metric}`),
            by: t(`fields.${first}`),
            count: points.length,
          }),
          ...(beforeDays ? [t('chart.beside', { days: beforeDays })] : []),
        ].join('; ')}
        aria-describedby={tableId}
      >
        {shape === 'line' || shape === 'columns' || shape === 'share' ? (
          <TimeChart
            points={shown}
            as={shape}
            labelOf={labelOf}
            partText={partText}
            streamOf={streamOf}
            beforeText={beforeText}
            unit={unit}
            language={language}
          />
        ) : (
          <ThingBars
            points={shown}
            textOf={textOf}
            partText={partText}
            streamOf={streamOf}
            figureText={figureText}
            beforeText={beforeText}
          />
        )}
      </div>
      <ChartLegend
        names={
          names.length > 0
            ? [...names, ...(rest ? [t('chart.rest')] : [])]
            : [formatDays(controls.question.days, language)]
        }
        streamOf={(part) => streamOf(null, part)}
        before={beforeDays}
      />
      {pointCount > points.length && (
        <Text fz="sm" mt="xs">
          {t('chart.more', { shown: formatNumber(points.length, language), total: formatNumber(pointCount, language) })}
        </Text>
      )}
    </>
  );
}

interface ChartLegendProps {
  /** Of the parts, in their order. */
  names: readonly string[];
  /** The waste stream that a part is; undefined when it is none. */
  streamOf: (part: number) => string | undefined;
  /** What the other period is called; null when there is none. */
  before: string | null;
}

/** What the colours of a chart stand for; nothing where there is but one. */
function ChartLegend({ names, streamOf, before }: ChartLegendProps) {
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

interface ThingBarsProps extends Pick<TimeChartProps, 'points' | 'partText' | 'streamOf' | 'beforeText'> {
  textOf: (point: ChartPoint) => string;
  figureText: (figure: number | null) => string;
}

/** Things under each other, the greatest first, each with its bar and its figure. */
function ThingBars({ points, textOf, partText, streamOf, figureText, beforeText }: ThingBarsProps) {
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
