import { demandFound } from '@noa/domain/errors.ts';
import { parseNew } from '@noa/domain/input.ts';
import { personalGroupings, type ReportField } from '@noa/domain/reporting/report.ts';
import { reportInput, type ReportRequest } from '@noa/domain/reporting/report-input.ts';
import { nothing } from '../database/scope.ts';
import type { Context } from '../request/context.ts';
import { findReport, listReports, type ReportDefinition } from './catalogue.ts';
import type { Question } from './engine/engine.ts';

const isPersonal = (field: ReportField) => personalGroupings.some((personal) => personal === field);

/** Whether it tells of single cards or apartments. */
export const isAboutPeople = (report: ReportDefinition, { groupBy, filters }: ReportRequest): boolean =>
  report.isPersonal === true || groupBy.some(isPersonal) || filters.some(({ field }) => isPersonal(field));

/** The reports, each with what this caller may ask of it. */
export function offerReports({ viewer }: Context): ReportDefinition[] {
  const readsWho = viewer.asStaff.may('cardEvent:readWho');
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
export function askReport(
  { viewer: { asStaff: viewer } }: Pick<Context, 'viewer'>,
  name: string,
  input: Readonly<Record<string, unknown>>,
): Question {
  const report = demandFound(findReport(name), 'report', name);
  const request = parseNew(reportInput, input);
  const scope = viewer.scope('report:read');
  const personal = isAboutPeople(report, request);
  const seesWho = viewer.may('cardEvent:readWho') ? viewer.scope('cardEvent:readWho') : nothing;
  const scopes = personal ? ([scope, viewer.scope('cardEvent:readWho')] as const) : ([scope] as const);
  return { report, request, reach: { scopes: [...scopes], seesWho } };
}
