import { headlineMetric } from '@noa/domain/reporting/answer/plan.ts';
import type { ReportsQuery } from '../../../api/generated/graphql.ts';
import { isOnce } from '../comparison/counterpart.ts';
import { cyclic } from '../pivot/pivot.ts';

/** What a report's chart looks like when it opens; `parts` are bars of percentages, each in its whole. */
export type Thumbnail = 'line' | 'heat' | 'parts' | 'bars';

export function thumbnailOf({
  name,
  metrics,
  startsWith,
}: Pick<ReportsQuery['reports'][number], 'name' | 'metrics' | 'startsWith'>): Thumbnail {
  const [first] = startsWith;
  if (startsWith.length > 1 && startsWith.every((grouping) => cyclic.includes(grouping))) {
    return 'heat';
  }
  if (first && isOnce(first)) {
    return 'line';
  }
  return headlineMetric(name, metrics)?.endsWith('_pct') ? 'parts' : 'bars';
}

/** Numbers from 0 to 1 that are a report's own: two drawings of one shape are not the same. */
export function drawnValues(name: string, count: number): number[] {
  let state = Array.from(name, (letter) => letter.codePointAt(0) ?? 0).reduce(
    (sum, code) => (sum * 31 + code) % 65_537,
    7,
  );
  return Array.from({ length: count }, () => {
    state = (state * 75 + 74) % 65_537;
    return state / 65_537;
  });
}
