import { DuckDBTimestampValue } from '@duckdb/node-api';
import type { ReportRequest } from '@noa/domain/report-input.ts';
import type { Scope } from '../database/scope.ts';
import { Params } from './filter.ts';
import type { Counted } from './report-query.ts';

/** How far a question reaches. */
export interface Reach {
  /** A row counts if it is in each of them. None at all is refused: only somebody who says `everything` sees everything. */
  readonly scopes: readonly [Scope, ...Scope[]];
  /** Where the caller may learn who opened what. */
  readonly seesWho: Scope;
}

type Period = Pick<ReportRequest, 'from' | 'to'>;

/** The events of the period that a question reaches, in the projection. */
export function eventRows({ scopes, seesWho }: Reach, period: Period): Counted {
  const params = new Params('projection');
  return {
    from: 'card_event',
    hasKeys: true,
    where: [...scopes.map((scope) => scopeCondition(scope, params)), periodCondition(period, params)],
    params,
    veiled: veiledFrom(seesWho, params),
  };
}

/** What happened in the period, its end not being in it. */
export function periodCondition({ from, to }: Period, params: Params): string {
  const moment = (date: Date) => params.bind(new DuckDBTimestampValue(BigInt(date.getTime()) * 1000n), 'timestamp');
  return `occurred_at >= ${moment(from)} and occurred_at < ${moment(to)}`;
}

/** The rows of apartments outside of `seesWho`; null when there are none. */
export const veiledFrom = (seesWho: Scope, params: Params): string | null =>
  seesWho.all ? null : `not coalesce(${scopeCondition(seesWho, params)}, false)`;

/** The rows of a scope, as the registry was when they were received. */
export function scopeCondition(scope: Scope, params: Params): string {
  if (scope.all) {
    return 'true';
  }
  const among = (column: string, ids: readonly string[]) =>
    ids.length > 0 ? [`${column} in (${ids.map((id) => params.bind(id, 'uuid')).join(', ')})`] : [];
  const ways = [
    ...among('org_id', scope.orgIds),
    ...among('manager_id', scope.managerIds),
    ...among('apartment_id', scope.apartmentIds),
  ];
  return ways.length > 0 ? `(${ways.join(' or ')})` : 'false';
}
