import type { Db } from '../../database/database.ts';
import type { Question } from '../engine/engine.ts';
import { findForgetfulOrgs, knownFromOf } from './forgotten-use.ts';
import { findMonthUse } from './month-use.ts';
import { momentOf } from './registry-moment.ts';

/**
 * The first day from which on it is known who opened, where that is forgotten, or never kept, of days that the figures of a question need, and no
 * count of a month tells them all the same. Null where everything is told.
 *
 * @param isOfRecords - what is told are the records that the report counts, of which a count knows none.
 */
export async function findWhoKnownFrom(db: Db, question: Question, isOfRecords = false): Promise<Date | null> {
  const orgs = await findForgetfulOrgs(db, question, isOfRecords);
  const { at } = momentOf(question.request, new Date());
  return knownFromOf(isOfRecords ? orgs : (await findMonthUse(db, question, orgs, at)).untold);
}
