import type { ComparedReportQuery } from '../../../api/generated/graphql.ts';
import { keysOf } from '../answer/rows/cells.ts';
import { keyOf, type Compared, type OtherQuestion } from './comparison.ts';

/**
 * The figures of the other period by the rows that are shown. Of a period without any row nothing is known to have been nought: there was
 * nothing yet, or all of it is hidden.
 *
 * @param data - undefined until it is known.
 * @param absent - what a number is of which the other period has no row.
 */
export function figuresBefore(
  { counterparts }: Pick<OtherQuestion, 'counterparts'>,
  data: ComparedReportQuery | undefined,
  absent: 0 | null,
): Pick<Compared, 'before' | 'totalBefore'> {
  if (!data) {
    return { before: () => undefined, totalBefore: () => undefined };
  }
  if (data.rows.rowCount === 0 && data.totals.rowCount === 0) {
    return { before: () => null, totalBefore: () => null };
  }
  const { columns, rows } = data.rows;
  const positionOf = (key: string) => columns.findIndex((column) => column.key === key);
  const found = new Map(rows.map((row) => [keyOf(keysOf(columns, row)), row]));
  return {
    before(keys, { key, type }) {
      const against = counterparts.get(keyOf(keys));
      if (against === undefined) {
        return null;
      }
      const row = found.get(against);
      return row ? ((row[positionOf(key)] ?? null) as number | null) : type === 'int' ? absent : null;
    },
    totalBefore: ({ key }) => (data.totals.totals[positionOf(key)] ?? null) as number | null,
  };
}
