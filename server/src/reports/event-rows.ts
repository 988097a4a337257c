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

/** The events of the period that a question reaches, in the projection. */
export function eventRows({ scopes, seesWho }: Reach, { from, to }: Pick<ReportRequest, 'from' | 'to'>): Counted {
  const params = new Params('projection');
  const moment = (date: Date) => params.bind(new DuckDBTimestampValue(BigInt(date.getTime()) * 1000n), 'timestamp');
  return {
    from: 'card_event',
    hasKeys: true,
    where: [
      ...scopes.map((scope) => scopeCondition(scope, params)),
      `occurred_at >= ${moment(from)} and occurred_at < ${moment(to)}`,
    ],
    params,
    veiled: veiledFrom(seesWho, params),
  };
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
