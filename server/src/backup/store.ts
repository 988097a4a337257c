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

/** What each has from its beginning on. */
export const labelName = 'begun.json';

/** `noa-20261122T180000Z-0421f3`, with its milliseconds and a random end: names in their order are moments in their order. */
export function backupName(at: Date): string {
  const [moment = '', milliseconds = ''] = at.toISOString().replaceAll(/[-:Z]/g, '').split('.');
  return `noa-${moment}Z-${milliseconds}${randomBytes(2).toString('hex').slice(0, 3)}`;
}

/** When a backup of this name began; null if it is no backup's name. */
export function beganAt(name: string): Date | null {
  const parts = /^noa-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-[0-9a-f]{6}$/.exec(name)?.slice(1);
  return parts ? new Date(`${parts.slice(0, 3).join('-')}T${parts.slice(3).join(':')}Z`) : null;
}
