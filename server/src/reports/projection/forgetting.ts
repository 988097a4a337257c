import { personalGroupings } from '@noa/domain/reporting/report.ts';
import type { CopyWords } from '../source/forgotten.ts';
import { cellsOfClosed, insertCells, rollups, subtractFromRollups } from './rollups.ts';

/** How the projection says which of its events have lost who. */
export const copyWords: CopyWords = {
  momentOf: (utc) => `'${utc}'::timestamp`,
  isOfOrg: (id) => `org_key in (select key from org_key where id = '${id}'::uuid)`,
  hasNoContainer: 'container_key is null',
};

const personal = rollups.filter(({ records }) => personalGroupings.some((who) => records.includes(who)));

/** Takes the key from each record that no event names (any more). */
export const forgetUnnamed: string = personalGroupings
  .map(
    (who) => `delete from ${who}_key where key not in (select ${who}_key from card_event where ${who}_key is not null)`,
  )
  .join(';\n');

/**
 * Takes from events, and from what was counted of them in advance, who it was; while no epoch is being brought in. A record that no event
 * names any more loses its key.
 *
 * @param chosen - says which, of `card_event`.
 */
export const forgetWho = (chosen: string): string =>
  [
    subtractFromRollups(chosen, personal),
    `update card_event set ${personalGroupings.map((who) => `${who}_key = null`).join(', ')} where ${chosen}`,
    ...personal.map((rollup) => insertCells(rollup, cellsOfClosed(rollup, chosen))),
    `update card_event set forget_on = null where ${chosen}`,
    forgetUnnamed,
  ].join(';\n');
