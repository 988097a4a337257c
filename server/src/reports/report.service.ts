import { notFound } from '@noa/domain/errors.ts';
import { parseInput } from '@noa/domain/input.ts';
import { personalGroupings, type ReportField } from '@noa/domain/report.ts';
import { reportInput, type ReportRequest } from '@noa/domain/report-input.ts';
import type { Scope } from '../database/scope.ts';
import type { Context } from '../graphql/context.ts';
import { findReport, listReports, type ReportDefinition } from './catalogue.ts';
import { buildReportQuery, type ReportPage } from './report-query.ts';
import { reportsOf } from './reports.ts';

/** A question that was understood, and how far its answer may reach. */
export interface Question {
  readonly report: ReportDefinition;
  readonly request: ReportRequest;
  readonly scopes: readonly [Scope, ...Scope[]];
}

export interface ReportAnswer extends ReportPage {
  readonly request: ReportRequest;
  /** Every event committed before it is counted. */
  readonly freshAsOf: Date;
}

const isPersonal = (field: ReportField) => personalGroupings.some((personal) => personal === field);

/** The reports, each with what this caller may ask of it. */
export function offerReports({ viewer }: Context): ReportDefinition[] {
  const readsWho = viewer.may('cardEvent:readWho');
  return listReports()
    .filter((report) => readsWho || !report.isPersonal)
    .map((report) => ({
      ...report,
      groupings: report.groupings.filter((grouping) => readsWho || !isPersonal(grouping)),
    }));
}

/**
 * Understands what is asked. Who opened what is counted only where the caller may read it, row by row: a reporter of one
 * org who implements another one gets the cards of the latter.
 *
 * @throws {AppError} `NotFound`; `Forbidden`; `ValidationFailed` naming the field.
 */
export function askReport({ viewer }: Context, name: string, input: Readonly<Record<string, unknown>>): Question {
  const report = findReport(name);
  if (!report) {
    throw notFound('report', name);
  }
  const request = parseInput(reportInput, withoutNulls(input));
  const scope = viewer.scope('report:read');
  const personal =
    report.isPersonal || request.groupBy.some(isPersonal) || request.filters.some(({ field }) => isPersonal(field));
  return { report, request, scopes: personal ? [scope, viewer.scope('cardEvent:readWho')] : [scope] };
}

/** In GraphQL an argument may be null where it may be absent. */
const withoutNulls = (input: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));

/** Counts, over every event committed before now. @throws {AppError} as {@link buildReportQuery}. */
export async function answerReport(context: Context, { report, request, scopes }: Question): Promise<ReportAnswer> {
  const query = buildReportQuery(report, scopes, request);
  const { projection } = reportsOf(context.db);
  const { freshAsOf } = await projection.refresh();
  return { ...query.read(await projection.query(query.sql, query.params)), request, freshAsOf };
}
