import { validationFailed } from '@noa/domain/errors.ts';
import { requireSize } from '../../records/size.ts';
import type { ReportMetric } from '@noa/domain/reporting/report.ts';
import { defaultPageSize, maxPageSize } from '../../records/page.ts';
import { boundOf } from '../../database/connection/statement-bounds.ts';
import { nothing, type Scope } from '../../database/scope.ts';
import type { Context } from '../../request/context.ts';
import { findCardEvents, type CardEventKey, type CardEventRow } from '../../telemetry/card-events/card-event-list.ts';
import { findFiles, reachedOf, readEvents } from '../cold/find-events.ts';
import { answersTo } from '../engine/answers.ts';
import type { Question } from '../engine/engine.ts';
import { momentOf } from '../facts/registry-moment.ts';
import { looksAtHouseholds } from '../suppression/households.ts';
import { reportsOf } from '../reports.ts';
import { countedBy, metrics } from '../query/metrics.ts';
import type { FigureAsked, RecordPage } from './record-query.ts';
import { permissionsFor, recordShapes, type RecordRef } from './record-sources.ts';

/** One record behind a figure. */
export interface ReportRecord extends RecordRef {
  readonly event?: CardEventRow;
  /** The moment of which the registry is read; the present when absent. */
  readonly moment: Date | undefined;
}

export interface ReportRecords extends Omit<RecordPage, 'rows'> {
  readonly cell: FigureAsked['cell'];
  readonly records: ReportRecord[];
  readonly freshAsOf: Date;
}

export interface PageAsked {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
}

/**
 * The records behind one figure of a report, newest or by address: as many as the figure says, out of the same rows, of the
 * same moment. Where the caller sees the figure and may not learn which records it counts, they are withheld.
 *
 * @throws {AppError} as the report; `LimitExceeded` above 200 records.
 */
export async function findReportRecords(
  context: Context,
  question: Question,
  figure: Pick<FigureAsked, 'cell'> & { readonly metric: ReportMetric },
  page: PageAsked,
): Promise<ReportRecords> {
  const first = sizeOf(page);
  const counted = countedBy(metrics[figure.metric]);
  const shape = recordShapes[question.report.counts](counted);
  const request = { ...question.request, metrics: [figure.metric] }; // what it needs, whatever else is shown
  const opened = await answersTo(context.bounded, { ...question, request }).records();
  if (opened.whoKnownFrom !== null) {
    throw validationFailed({ from: 'report.pastIdentity' }, 'Who opened is not known any more');
  }
  const conditions = [counted.where, question.report.only].filter((condition) => condition !== undefined);
  const isOfHouseholds = looksAtHouseholds(question.request);
  const needed = permissionsFor(shape, conditions, { isPast: opened.isPast, isOfHouseholds });
  const told = needed.map((permission) => scopeOf(context, permission));
  const { rows, ...found } = await opened.page(figure, { shape, told, first, after: page.after ?? '' });
  const moment = opened.isPast ? momentOf(request, new Date()).at : undefined;
  const records = rows.map((row) => ({ ...(row as RecordRef), moment }));
  return {
    ...found,
    cell: figure.cell,
    freshAsOf: opened.freshAsOf,
    records: shape.columns.eventId ? await withEvents(context, records) : records,
  };
}

function sizeOf({ first }: PageAsked): number {
  const size = first ?? defaultPageSize;
  requireSize({ first: size }, maxPageSize);
  return size;
}

const scopeOf = (
  { viewer: { asStaff: viewer } }: Context,
  permission: Parameters<Context['viewer']['may']>[0],
): Scope => (viewer.may(permission) ? viewer.scope(permission) : nothing);

/** The engine knows which events; what they say, PostgreSQL does, or a file. Those that were forgotten in between are left out. */
async function withEvents(context: Context, records: readonly ReportRecord[]): Promise<ReportRecord[]> {
  const keys = records.map(({ eventId, orgId, at }) => ({
    id: eventId ?? '',
    orgId: orgId ?? '',
    occurredAt: at ?? '',
  }));
  const young = await context.read('cardEvent:read', (tx, scope) => findCardEvents(tx, scope, keys));
  const old = await findColdEvents(
    context,
    keys.filter(({ id }) => !young.has(id)),
  );
  return records.flatMap((record) => {
    const event = young.get(record.eventId ?? '') ?? old.get(record.eventId ?? '');
    return event ? [{ ...record, event }] : [];
  });
}

/** No connection is held while files are read. */
async function findColdEvents(
  context: Context,
  keys: readonly CardEventKey[],
): Promise<ReadonlyMap<string, CardEventRow>> {
  const files = keys.length === 0 ? [] : await context.read('cardEvent:read', (tx) => findFiles(tx, keys));
  if (files.length === 0) {
    return new Map();
  }
  const events = await readEvents(reportsOf(context.db).cold, files, keys, {
    caller: context.viewer.actor,
    signal: boundOf(context.bounded).bounds?.reading,
  });
  return context.read('cardEvent:read', (tx, scope) => reachedOf(tx, scope, events));
}
