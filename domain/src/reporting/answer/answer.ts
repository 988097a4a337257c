import type { ReportMetric } from '../report.ts';
import type { AnswerPlan } from './plan.ts';

/** What one question of a plan was answered. */
export interface PlannedPart {
  readonly rows: readonly (readonly unknown[])[];
  /** Of the metric, over all groups that are shown. */
  readonly total: number | null;
  /** How many groups there are. */
  readonly rowCount: number;
}

/** The two questions of a plan, about one period. */
export interface PlannedFigures {
  readonly whole: PlannedPart;
  readonly groups: PlannedPart;
  /** Per cent of what locks had to tell; null where nothing of theirs is counted. It matters of the period before alone. */
  readonly completeness: number | null;
  /** Of some of its days nobody knows any more who opened, which the figures need. */
  readonly isForgotten: boolean;
}

/** A group that is named, and what it has. */
export interface AnswerLead {
  /** As the API shows it. */
  readonly key: string | number;
  readonly figure: number;
  /** What it had in the other period; null unless it is named for its change. */
  readonly before: number | null;
}

/** What a sentence says. */
export interface Answer {
  readonly metric: ReportMetric;
  readonly figure: number;
  /** In the period it is compared with; null where that is not known. */
  readonly before: number | null;
  /** The group that has most or, of shares, the stream that changed most; null where none stands out. */
  readonly lead: AnswerLead | null;
  /** The streams that a share is of; null for all that are collected separately. */
  readonly streams: readonly unknown[] | null;
  readonly isNarrowed: boolean;
}

type Key = string | number | null;

export const toTenth = (value: number): number => Math.round(value * 10) / 10;
const keyOf = (row: readonly unknown[]) => (row[0] ?? null) as Key;
const figureOf = (row: readonly unknown[]) => Number(row[1] ?? 0);

/** The groups make up the whole: small ones are left out of neither. */
const isComplete = ({ whole, groups }: PlannedFigures) => whole.total === groups.total;

/**
 * What a question's figures say; null where they say nothing: there are none, or some are hidden.
 *
 * @param before - of the period before; null where it was not asked, or not answered.
 */
export function readAnswer(plan: AnswerPlan, now: PlannedFigures, before: PlannedFigures | null): Answer | null {
  const isShare = plan.metric === 'litres_pct';
  // A period of which no group and no lock is known is no zero, and one that is known in part is no less.
  const known =
    before && before.groups.rowCount > 0 && before.completeness !== 0 && !before.isForgotten ? before : null;
  const figure = isShare ? shareIn(plan, now) : wholeOf(now);
  if (figure === null) {
    return null;
  }
  return {
    metric: plan.metric,
    figure,
    before: known && (isShare ? shareIn(plan, known) : wholeOf(known)),
    lead: isShare ? movedMost(plan, now, known) : firstOf(plan, now),
    streams: plan.streams,
    isNarrowed: plan.isNarrowed,
  };
}

const wholeOf = ({ whole, groups }: PlannedFigures) => (whole.rowCount > 0 && groups.rowCount > 0 ? whole.total : null);

/** Of the litres, those of the streams that are asked about, in per cent with one decimal. */
function shareIn({ streams }: Pick<AnswerPlan, 'streams'>, figures: PlannedFigures): number | null {
  const total = wholeOf(figures);
  if (total === null || total <= 0 || !isComplete(figures)) {
    return null;
  }
  const counts = (key: Key) => (streams ? streams.includes(key) : key !== null && key !== 'residual');
  const part = figures.groups.rows.filter((row) => counts(keyOf(row))).reduce((sum, row) => sum + figureOf(row), 0);
  return toTenth((100 * part) / total);
}

/** The group with the greatest figure, if there are several and none has as much. */
function firstOf({ group }: AnswerPlan, figures: PlannedFigures): AnswerLead | null {
  const [first, second] = figures.groups.rows;
  if (group === null || !first || !second || !isComplete(figures)) {
    return null;
  }
  const key = keyOf(first);
  const figure = figureOf(first);
  return key === null || figure <= 0 || figure <= figureOf(second) ? null : { key, figure, before: null };
}

/** The stream of which the share has changed most, where all of them are asked about. */
function movedMost({ streams }: AnswerPlan, now: PlannedFigures, before: PlannedFigures | null): AnswerLead | null {
  if (streams || !before) {
    return null;
  }
  const leads = now.groups.rows.flatMap((row): AnswerLead[] => {
    const key = keyOf(row);
    const figure = shareIn({ streams: [key] }, now);
    const past = shareIn({ streams: [key] }, before);
    return key === null || figure === null || past === null ? [] : [{ key, figure, before: past }];
  });
  const change = ({ figure, before: past }: AnswerLead) => Math.abs(toTenth(figure - (past ?? figure)));
  const [first] = leads.toSorted((one, other) => change(other) - change(one));
  return first && change(first) > 0 ? first : null;
}
