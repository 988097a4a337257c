import { randomBytes } from 'node:crypto';
import { OperatorError } from '@noa/domain/errors.ts';

/** A backup cannot be made or used: one sentence for the person who asked for it. */
export class BackupError extends OperatorError {
  override readonly name = 'BackupError';
}

/** What an error says. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** What each backup has, and is written last: without it a backup is not whole. */
export const manifestName = 'manifest.json';

/** Held, shared, by whoever makes a backup of a database, in SQL: who has it alone knows that none is being made. */
export const makingLock = `hashtext('noa.backup.made')`;

/** What each has from its beginning on. */
export const labelName = 'begun.json';

/** `noa-20261122T180000Z-0421f3`, with its milliseconds and a random end: names in their order are moments in their order. */
export function backupName(at: Date): string {
  const [moment = '', milliseconds = ''] = at.toISOString().replaceAll(/[-:Z]/g, '').split('.');
  return `noa-${moment}Z-${milliseconds}${randomBytes(2).toString('hex').slice(0, 3)}`;
}

/** Milliseconds by which clocks of machines may differ without one being wrong. */
const clocksDiffer = 5 * 60_000;

/** Whether a backup of this name is of a moment that is still to come: by a clock that was wrong then, or by one that is now. */
export const isOfFuture = (name: string, now: Date): boolean =>
  (beganAt(name)?.getTime() ?? 0) > now.getTime() + clocksDiffer;

/** When a backup of this name began; null if it is no backup's name. */
export function beganAt(name: string): Date | null {
  const parts = /^noa-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-[0-9a-f]{6}$/.exec(name)?.slice(1);
  return parts ? new Date(`${parts.slice(0, 3).join('-')}T${parts.slice(3).join(':')}Z`) : null;
}
