import type { FileAsked, Question } from '../../engine/engine.ts';
import type { BuiltQuery, Counted } from '../../query/report-query.ts';
import { fileShapes } from '../../records/record-columns.ts';
import { orderBy } from '../../records/record-cursor.ts';
import { asOneText, whereRead, withFound } from '../../records/record-query.ts';

/** The events of a file in their order, each as one text: what its columns say, and its org. */
export function buildFile(
  question: Question,
  counted: Counted,
  { told, columns }: FileAsked,
): Pick<BuiltQuery, 'sql' | 'params'> {
  const { params } = counted;
  const shape = fileShapes.events;
  const shown = [
    ...columns.map(({ by, within }) => (within ? whereRead(shape, within, params, by) : by)),
    'org_id',
  ].map((by, index) => [`r${index}`, by] as const);
  const found = withFound(question, { cell: [], metric: {} }, counted, {
    shape: { ...shape, columns: Object.fromEntries(shown) },
    told,
  });
  return {
    sql: `${found}
      select ${asOneText(shown.map(([name]) => name))} from found where is_told order by ${orderBy(shape.order)}`,
    params: params.values,
  };
}
