import { parseInput } from '@noa/domain/input.ts';
import { keptReportInput, type ReportRequest } from '@noa/domain/reporting/report-input.ts';
import { AppError, demandFound, validationFailed } from '@noa/domain/errors.ts';
import { reportLimits, type ReportGrouping, type ReportMetric } from '@noa/domain/reporting/report.ts';
import { reachesOrg } from '../../database/scope.ts';
import type { Context } from '../../request/context.ts';
import type { Cell } from '../engine/cell.ts';
import { findCompleteness, type Completeness } from '../completeness.ts';
import { answersTo } from '../engine/answers.ts';
import { isGrouping } from '../query/groupings.ts';
import { needsWho } from '../query/metrics.ts';
import { labelCells, readingFor } from '../report-labels.ts';
import type { ReportLabel } from '../report.schema.ts';
import { askReport, isAboutPeople } from '../report.service.ts';
import {
  countKept,
  deleteKeptReport,
  findKeptReport,
  insertKeptReport,
  isPastTerm,
  type KeptReach,
  type KeptReportRow,
} from './kept-report.queries.ts';

/** What a kept run says: the text that is hashed is this, in canonical JSON. */
export interface KeptContent {
  readonly report: string;
  readonly input: {
    readonly from: string;
    readonly to: string;
    readonly groupBy: ReportGrouping[];
    readonly metrics: ReportMetric[];
    readonly filters: readonly unknown[];
    readonly sort: readonly unknown[];
  };
  readonly keptAt: string;
  readonly keptBy: string;
  readonly freshAsOf: string;
  readonly rows: readonly (readonly Cell[])[];
  readonly totals: readonly Cell[];
  readonly labels: readonly ReportLabel[];
  readonly completeness: Completeness | null;
  /** As in `CountedPage`; absent from runs that were kept before it was told. */
  readonly whoKnownFrom?: string | null;
}

/** How far the caller reads kept runs. */
export function keptReachOf({ viewer }: Context): KeptReach {
  const scope = viewer.scope('report:read');
  const none = { ...scope, all: false, orgIds: [] };
  return { scope, seesWho: viewer.may('cardEvent:readWho') ? viewer.scope('cardEvent:readWho') : none };
}

/** Reports in which no group is too small to be shown, as they are not about what people do; but for figures that rest on who opened. */
const withoutPeople = ['platforms', 'emptyings', 'card_lives'];

/** Whether some figures that were found rest on who opened, or which groups these are of. */
const restsOnWho = ({ groupBy, metrics, filters }: ReportRequest, rows: readonly (readonly Cell[])[]): boolean =>
  rows.some(
    (row) =>
      metrics.some((metric, index) => needsWho(metric) && row[groupBy.length + index] !== null) ||
      filters.some(({ field }) => !isGrouping(field) && needsWho(field)),
  );

/**
 * Runs a report and keeps what it says: all its rows, as of this moment. What names cards or apartments is kept only for as
 * long as events may name them; a run that begins before that is refused.
 *
 * @throws {AppError} as the report; `LimitExceeded` above 10,000 rows; `ValidationFailed`, on `title` where the caller keeps too many already.
 */
export async function keepReport(
  context: Context,
  name: string,
  input: Readonly<Record<string, unknown>>,
  title: string,
): Promise<KeptReportRow> {
  const { title: called } = parseInput(keptReportInput, { title });
  // Others read it: what its keeper learns of some entrances alone is not in it.
  const keeper = { viewer: context.viewer.asMember };
  const question = askReport(keeper, name, { ...input, first: reportLimits.rows, after: null });
  const { scope, seesWho } = keptReachOf(context);
  const { report, request } = question;
  const reach = { orgIds: scope.orgIds, allOrgs: scope.all };
  if (!reach.allOrgs && reach.orgIds.length === 0) {
    throw validationFailed({ name: 'report.noOrg' }, 'A kept report tells of an org at least');
  }
  const namedFrom = isAboutPeople(report, request) ? request.from : null;
  if (namedFrom && (await context.read('report:read', (tx) => isPastTerm(tx, reach, namedFrom)))) {
    throw validationFailed({ from: 'report.pastIdentity' }, 'The period begins before what may be known of people');
  }
  const page = await answersTo(context.bounded, question).page();
  if (page.cursor !== null) {
    throw new AppError('LimitExceeded', `A kept report has at most ${reportLimits.rows} rows`);
  }
  const completeness = await findCompleteness(context.bounded, question);
  const labels = await labelCells(readingFor(context), request.groupBy, page.rows);
  const { actor } = context.viewer;
  const accountId = context.viewer.demandAccount('Only people keep reports');
  const keptAt = new Date();
  const { from, to, groupBy, metrics, filters, sort } = request;
  const content: KeptContent = {
    report: report.name,
    input: { from: from.toISOString(), to: to.toISOString(), groupBy, metrics, filters, sort },
    keptAt: keptAt.toISOString(),
    keptBy: actor,
    freshAsOf: page.freshAsOf.toISOString(),
    rows: page.rows,
    totals: page.totals,
    labels,
    completeness,
    whoKnownFrom: page.whoKnownFrom?.toISOString() ?? null,
  };
  const tellsWho = !withoutPeople.includes(report.counts) || restsOnWho(request, page.rows);
  return context.write('report:keep', async (tx) => {
    if ((await countKept(tx, accountId)) >= reportLimits.keptPerPerson) {
      throw validationFailed(
        { title: 'report.tooManyKept' },
        `At most ${reportLimits.keptPerPerson} reports of one person are kept`,
      );
    }
    return insertKeptReport(tx, {
      ...reach,
      whoOrgIds: tellsWho ? seesWho.orgIds.filter((orgId) => reachesOrg(scope, orgId)) : [],
      whoAll: tellsWho && seesWho.all,
      accountId,
      keptBy: actor,
      keptAt,
      report: report.name,
      title: called,
      rowCount: page.rowCount,
      completeness: completeness?.pct ?? null,
      namedFrom,
      content: canonicalJson(content),
    });
  });
}

/** @throws {AppError} `NotFound`. */
export async function getKeptReport(context: Context, id: string): Promise<KeptReportRow & { content: string }> {
  return demandFound(
    await context.read('report:read', (tx) => findKeptReport(tx, keptReachOf(context), id)),
    'keptReport',
    id,
  );
}

/** Whether the caller may delete a run that they read: their own, or as an implementer of all that it reaches. */
export function mayDelete({ viewer }: Context, { account_id, all_orgs, org_ids }: KeptReportRow): boolean {
  if (account_id === viewer.accountId) {
    return true;
  }
  const scope = viewer.may('report:deleteKept') ? viewer.scope('report:deleteKept') : null;
  return scope !== null && (scope.all || (!all_orgs && org_ids.every((orgId) => reachesOrg(scope, orgId))));
}

/** @throws {AppError} `NotFound`; `Forbidden` for a reporter’s colleague. */
export async function forgetKeptReport(context: Context, id: string): Promise<string> {
  const found = await getKeptReport(context, id);
  if (!mayDelete(context, found)) {
    throw new AppError('Forbidden', 'A kept report is deleted by its owner or an implementer');
  }
  await context.write('report:keep', (tx) => deleteKeptReport(tx, found.id));
  return found.id;
}

export const readContent = ({ content }: { readonly content: string }): KeptContent =>
  JSON.parse(content) as KeptContent;

/** JSON in which equal things are written equally: keys in order, nothing but values. What it gives is hashed. */
const canonicalJson = (value: unknown): string => JSON.stringify(sorted(value));

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(sorted);
  }
  if (value instanceof Date || typeof value !== 'object' || value === null) {
    return value;
  }
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, sorted(each)]));
}
