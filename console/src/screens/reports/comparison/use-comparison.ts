import type { ReportQuery } from '../../../api/generated/graphql.ts';
import { useQuery } from '../../../api/use-query.ts';
import { useViewer } from '../../../session/viewer.ts';
import { absentNumber } from './absent.ts';
import { keysOf, type CellKey } from '../answer/rows/cells.ts';
import { keyOf, otherQuestion, type Compared } from './comparison.ts';
import { ComparedDocument } from '../report.graphql.ts';
import type { Question } from '../question/use-question.ts';

/** The figures of the period that the shown one is compared with; null when it is not compared. */
export function useComparison(
  name: string,
  question: Question,
  shown: ReportQuery['report'] | undefined,
): Compared | null {
  const { may } = useViewer();
  const other = shown
    ? otherQuestion(
        question,
        shown.rows.map((row) => keysOf(shown.columns, row)),
      )
    : null;
  const { data } = useQuery(ComparedDocument, {
    // Without a comparison nothing is asked; the variables have to be something all the same.
    variables: { name, rows: other?.rows ?? nothing, totals: other?.totals ?? nothing },
    skip: other === null,
    fetchPolicy: 'cache-and-network',
  });
  if (!other) {
    return null;
  }
  const positionOf = (key: string) => data?.rows.columns.findIndex((column) => column.key === key) ?? -1;
  const rows = new Map(data?.rows.rows.map((row) => [keyOf(keysOf(data.rows.columns, row)), row]));
  const whoKnownFrom = data?.rows.whoKnownFrom;
  const absent = absentNumber(may('cardEvent:readWho'), whoKnownFrom);

  return {
    days: other.days,
    whoKnownFrom,
    before(keys: readonly CellKey[], { key, type }) {
      if (!data) {
        return undefined;
      }
      const against = other.counterparts.get(keyOf(keys));
      if (against === undefined) {
        return null;
      }
      const row = rows.get(against);
      return row ? ((row[positionOf(key)] ?? null) as number | null) : type === 'int' ? absent : null;
    },
    totalBefore: ({ key }) => data && ((data.totals.totals[positionOf(key)] ?? null) as number | null),
  };
}

const nothing = { from: '2000-01-01T00:00:00Z', to: '2000-01-02T00:00:00Z', groupBy: [], metrics: [] };
