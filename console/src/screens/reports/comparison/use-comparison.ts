import type { ReportQuery } from '../../../api/generated/graphql.ts';
import { useQuery } from '../../../api/use-query.ts';
import { useViewer } from '../../../session/viewer.ts';
import { absentNumber } from './absent.ts';
import { keysOf } from '../answer/rows/cells.ts';
import { otherQuestion, type Compared } from './comparison.ts';
import { figuresBefore } from './figures-before.ts';
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
  const whoKnownFrom = data?.rows.whoKnownFrom;
  const absent = absentNumber(may('cardEvent:readWho'), whoKnownFrom);
  return { days: other.days, whoKnownFrom, ...figuresBefore(other, data, absent) };
}

const nothing = { from: '2000-01-01T00:00:00Z', to: '2000-01-02T00:00:00Z', groupBy: [], metrics: [] };
