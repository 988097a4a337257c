import { DuckDBTimestampValue } from '@duckdb/node-api';
import type { ReportRequest } from '@noa/domain/reporting/report-input.ts';
import type { Scope } from '../../database/scope.ts';
import { Params } from '../query/filter.ts';
import type { Counted } from '../query/report-query.ts';

/** How far a question reaches. */
export interface Reach {
  /** A row counts if it is in each of them. None at all is refused: only somebody who says `everything` sees everything. */
  readonly scopes: readonly [Scope, ...Scope[]];
  /** Where the caller may learn who opened what. */
  readonly seesWho: Scope;
  /** Entrances of too few apartments; needed where households are told apart, and `seesWho` is not everywhere. */
  readonly small?: readonly string[];
}

type Period = Pick<ReportRequest, 'from' | 'to'>;

/** The events of the period that a question reaches, in the projection. */
export function eventRows({ scopes, seesWho, small = [] }: Reach, period: Period): Counted {
  const params = new Params('projection');
  return {
    from: 'card_event',
    hasKeys: true,
    where: [...scopes.map((scope) => scopeCondition(scope, params)), periodCondition(period, params)],
    params,
    suppressible: suppressibleFor({ scopes, seesWho }, params),
    small,
  };
}

/** What happened in the period, its end not being in it. */
export function periodCondition({ from, to }: Period, params: Params): string {
  const moment = (date: Date) => params.bind(new DuckDBTimestampValue(BigInt(date.getTime()) * 1000n), 'timestamp');
  return `occurred_at >= ${moment(from)} and occurred_at < ${moment(to)}`;
}

type Visibility = Pick<Reach, 'scopes' | 'seesWho'>;

const isWithin = (some: readonly string[], others: readonly string[]) => some.every((each) => others.includes(each));

/** Whether the caller may know who it was of all that a question reaches. */
export const seesAll = ({ scopes, seesWho }: Visibility): boolean =>
  seesWho.all ||
  scopes.some(
    ({ all, orgIds, managerIds, apartmentIds }) =>
      !all &&
      isWithin(orgIds, seesWho.orgIds) &&
      isWithin(managerIds, seesWho.managerIds) &&
      isWithin(apartmentIds, seesWho.apartmentIds),
  );

/** The rows of apartments outside of `seesWho`; null when there are none. */
export const suppressibleFor = (visibility: Visibility, params: Params): string | null =>
  seesAll(visibility) ? null : `not coalesce(${scopeCondition(visibility.seesWho, params)}, false)`;

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
