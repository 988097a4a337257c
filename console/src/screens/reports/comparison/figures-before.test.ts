import { expect, it } from 'vitest';
import type { ComparedReportQuery } from '../../../api/generated/graphql.ts';
import type { ReportColumn } from '../answer/rows/cells.ts';
import { figuresBefore } from './figures-before.ts';

const column = (key: string, type: string, grouping: string | null = null) => ({ key, type, grouping }) as ReportColumn;
const columns = [column('waste_stream', 'string', 'waste_stream'), column('event_count', 'int')];
const answered = (rows: unknown[][], total: number) =>
  ({
    rows: { columns, rows, rowCount: rows.length, whoKnownFrom: null },
    totals: { totals: [null, total], rowCount: rows.length },
  }) as unknown as ComparedReportQuery;
const key = (value: string) => [{ grouping: 'waste_stream' as const, value }];
const counterparts = new Map(['glass', 'residual'].map((each) => [`["${each}"]`, `["${each}"]`]));

it.each([
  ['what it had, and nought of what is not among its rows', [['glass', 3]], 3, [3, 0, 3]],
  ['nothing where it has no row at all, as nothing was counted yet or all of it is hidden', [], 0, [null, null, null]],
])('a figure is compared with the other period by %s', (_what, rows, total, figures) => {
  const { before, totalBefore } = figuresBefore({ counterparts }, answered(rows, total), 0);
  const [, count = column('event_count', 'int')] = columns;

  expect([before(key('glass'), count), before(key('residual'), count), totalBefore(count)]).toEqual(figures);
});
