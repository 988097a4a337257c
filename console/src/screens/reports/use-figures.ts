import type { ReportInput } from '../../api/generated/graphql.ts';
import { useQuery } from '../../api/use-query.ts';
import { ReportFiguresDocument } from './report.graphql.ts';

const nothing = { from: '2000-01-01T00:00:00Z', to: '2000-01-02T00:00:00Z', groupBy: [], metrics: [] };

/**
 * Figures of a report besides its rows, which are asked for anew each time that they are looked at: so are these, or a drawing and the cells
 * of a table would say something else than its totals.
 *
 * @param input - null while nothing is to be asked.
 */
export const useFigures = (name: string, input: ReportInput | null) =>
  useQuery(ReportFiguresDocument, {
    variables: { name, input: input ?? nothing },
    skip: input === null,
    fetchPolicy: 'cache-and-network',
  });
