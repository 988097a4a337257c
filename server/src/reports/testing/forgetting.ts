import { sql } from 'kysely';
import { displaySerialNumber } from '@noa/domain/codes/card-code.ts';
import { anEntrance, unique } from '../../testing/factories.ts';
import { asSystem, db } from '../../testing/harness.ts';
import { forgetDue } from '../../telemetry/retention/retention.ts';

export const ago = (days: number): Date => new Date(Date.now() - days * 86_400_000);

/** Gives an org another term for who opened, and forgets what is due by it. */
export async function forgetWho(orgId: string, identity_days: number): Promise<void> {
  await asSystem((tx) => tx.updateTable('org_settings').set({ identity_days }).where('org_id', '=', orgId).execute());
  await forgetDue(db);
}

/**
 * Between which moments the first day lies from which on who opened is known, under a term of so many days: the term ends with a day of UTC, and
 * what is told begins with a day of the org's own zone.
 */
export const knownFromBetween = (days: number): readonly [Date, Date] => [ago(days + 1), ago(days - 1)];

/** A card that was registered at a moment and that nobody holds. */
export const aCardSince = (orgId: string, since: Date): Promise<unknown> =>
  asSystem((tx) => {
    const serial = `04${unique('').padStart(8, '0')}`;
    return sql`insert into card (org_id, kind, serial_number, display_serial_number, valid_from)
      values (${orgId}, 'virtual', ${serial}, ${displaySerialNumber(serial)}, ${since})`.execute(tx);
  });

/** An apartment that there is since a moment. */
export async function anApartmentSince(orgId: string, since: Date): Promise<void> {
  const { id } = await anEntrance({ org_id: orgId });
  await asSystem((tx) =>
    sql`insert into apartment (org_id, entrance_id, addr_ap, valid_from) values (${orgId}, ${id}, '1', ${since})`.execute(
      tx,
    ),
  );
}
