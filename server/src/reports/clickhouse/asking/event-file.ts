import type { FileAsked, Question } from '../../engine/engine.ts';
import type { BuiltQuery, Counted } from '../../query/report-query.ts';
import { fileShapes } from '../../records/record-columns.ts';
import { orderBy } from '../../records/record-cursor.ts';
import { asOneText, columnIn, whereRead, withFound } from '../../records/record-query.ts';

/** The events of a file in their order, each as one text: what its columns say, and its org. */
export function buildFile(
  question: Question,
  counted: Counted,
  { told, columns }: FileAsked,
): Pick<BuiltQuery, 'sql' | 'params'> {
  const { params } = counted;
  const shape = fileShapes.events;
  const shown = [
    ...columns.map(({ by: column, within }) => {
      const { by } = columnIn(params.dialect, column);
      return within ? whereRead(shape, within, params, by) : by;
    }),
    'org_id',
  ];
  const found = withFound(question, { cell: [], metric: {} }, counted, { ...shape, columns: shown, told });
  return {
    sql: `${found}
      select ${asOneText(shown.map((_by, index) => `r${index}`))} from found where is_told order by ${orderBy(shape.order)}`,
    params: params.values,
  };
}
