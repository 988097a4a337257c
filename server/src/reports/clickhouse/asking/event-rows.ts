import type { ReportRequest } from '@noa/domain/reporting/report-input.ts';
import { Params } from '../../query/filter.ts';
import { scopeCondition, suppressibleFor, type Reach } from '../../query/reach.ts';
import type { Counted } from '../../query/report-query.ts';
import { clickhouseDialect } from './dialect.ts';

type Period = Pick<ReportRequest, 'from' | 'to'>;

/** The events of the period that a question reaches. */
export function eventRows(table: string, { scopes, seesWho, small = [] }: Reach, { from, to }: Period): Counted {
  const params = new Params(clickhouseDialect);
  const bind = (moment: Date) => params.bind(moment.toISOString().replace('T', ' ').replace('Z', ''), 'timestamp');
  return {
    from: table,
    where: [
      ...scopes.map((scope) => scopeCondition(scope, params)),
      `occurred_at >= ${bind(from)} and occurred_at < ${bind(to)}`,
    ],
    params,
    suppressible: suppressibleFor({ scopes, seesWho }, params),
    small,
  };
}
