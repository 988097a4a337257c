import { headlineMetric } from '@noa/domain/reporting/answer/plan.ts';
import { isMetric, type ExportLocale, type ReportGrouping, type ReportMetric } from '@noa/domain/reporting/report.ts';
import type { ReportRequest } from '@noa/domain/reporting/report-input.ts';
import { wasteStreams, type WasteStream } from '@noa/domain/vocabulary.ts';
import type { Db } from '../../database/database.ts';
import { answersTo } from '../engine/answers.ts';
import type { Question } from '../engine/engine.ts';
import { metrics } from '../query/metrics.ts';
import { labelCells, readingWithin } from '../report-labels.ts';
import { keyText } from './key-text.ts';

/** One bar of a report's drawing. */
export interface Bar {
  readonly name: string;
  /** As people read it, with its unit. */
  readonly text: string;
  /** Of the greatest, from 0 to 1. */
  readonly share: number;
  /** What it is of, where that is a waste stream. */
  readonly stream: WasteStream | null;
}

/** A report as bars, of its first grouping. */
export interface Bars {
  readonly metric: ReportMetric;
  readonly grouping: ReportGrouping;
  readonly bars: readonly Bar[];
}

/** Times that are drawn, all of them or none: a month has 31 days; and things, the greatest. */
const most = { times: 31, things: 10 } as const;

const times: readonly ReportGrouping[] = ['hour', 'day_of_month', 'day_of_week', 'week', 'month', 'year', 'date'];

/** Whether figures by the first grouping alone are not what the rows make up: some rows are left out, or their shares are of another whole. */
function isOtherwise({ groupBy: [, second], filters }: ReportRequest, metric: ReportMetric): boolean {
  const figure = metrics[metric];
  return (
    second !== undefined &&
    (filters.some(({ field }) => isMetric(field)) || (figure.kind === 'share' && figure.across === second))
  );
}

/**
 * What a report's headline is, value by value of its first grouping; null where there is nothing to draw, or too much, or where a drawing
 * would say something else than the rows.
 */
export async function findBars(db: Db, question: Question, locale: ExportLocale): Promise<Bars | null> {
  const { report, request, reach } = question;
  const [grouping] = request.groupBy;
  const metric = headlineMetric(report.name, request.metrics);
  if (!grouping || !metric || isOtherwise(request, metric)) {
    return null;
  }
  const isTime = times.includes(grouping);
  const first = isTime ? most.times : most.things;
  const asked: Question = {
    ...question,
    request: {
      ...request,
      groupBy: [grouping],
      metrics: [metric],
      sort: isTime ? [] : [{ field: metric, direction: 'desc' }],
      first,
      after: '',
    },
  };
  const { rows, rowCount } = await answersTo(db, asked).page();
  const greatest = Math.max(0, ...rows.map(([, figure]) => Number(figure ?? 0)));
  if (greatest <= 0 || (isTime && rowCount > first)) {
    return null;
  }
  const labels = await labelCells(readingWithin(db, reach.scopes[0]), [grouping], rows);
  const names = new Map(labels.map(({ value, text }) => [value, text]));
  return {
    metric,
    grouping,
    bars: rows.map(([key = null, figure = null]) => ({
      name: keyText(grouping, key, names, locale),
      text: figure === null ? '—' : textOf(metric, Number(figure), locale),
      share: Math.max(0, Number(figure ?? 0)) / greatest,
      stream: (grouping === 'waste_stream' && wasteStreams.find((each) => each === key)) || null,
    })),
  };
}

function textOf(metric: ReportMetric, figure: number, locale: ExportLocale): string {
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(figure);
  return `${number}${metric.endsWith('_pct') ? ' %' : metric === 'total_litres' ? ' l' : ''}`;
}
