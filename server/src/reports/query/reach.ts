import type { Db } from '../../database/database.ts';
import type { Scope } from '../../database/scope.ts';
import type { Question } from '../engine/engine.ts';
import { looksAtHouseholds } from '../suppression/households.ts';
import { listSmallEntrances } from '../suppression/small-entrances.ts';
import type { Params } from './filter.ts';

/** How far a question reaches. */
export interface Reach {
  /** A row counts if it is in each of them. None at all is refused: only somebody who says `everything` sees everything. */
  readonly scopes: readonly [Scope, ...Scope[]];
  /** Where the caller may learn who opened what. */
  readonly seesWho: Scope;
  /** Entrances of too few apartments; needed where households are told apart, and `seesWho` is not everywhere. */
  readonly small?: readonly string[];
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
  const { recordOf, isOneOf } = params.dialect;
  const among = (table: 'org' | 'manager' | 'apartment', ids: readonly string[]) => {
    const bound = ids.map((id) => params.bind(id, 'uuid'));
    return bound.length > 0 ? [isOneOf(recordOf(table).by, table, bound)] : [];
  };
  const ways = [
    ...among('org', scope.orgIds),
    ...among('manager', scope.managerIds),
    ...among('apartment', scope.apartmentIds),
  ];
  return ways.length > 0 ? `(${ways.join(' or ')})` : 'false';
}

/**
 * How far a question reaches, with the entrances that are too small to be told, if it asks of households who used containers for
 * somebody who may not know who it was.
 */
export async function withSmall(db: Db, { report, request, reach }: Question): Promise<Reach> {
  return report.reportedBy === 'card_event' && !seesAll(reach) && looksAtHouseholds(request)
    ? { ...reach, small: await listSmallEntrances(db, reach.scopes[0]) }
    : reach;
}
