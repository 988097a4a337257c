import type { Moment } from './moment.ts';
import { part } from '../../loading/part.ts';

// Few look at the past.
const MomentNotice = part(async () => (await import('./MomentNotice.tsx')).MomentNotice, null);

/** Says that what is shown is of the past, or that the address names no moment of it; nothing in the present. */
export function MomentBanner({ moment }: { moment: Moment }) {
  if (moment.asOf === null && !moment.ignored) {
    return null;
  }
  return <MomentNotice moment={moment} />;
}
