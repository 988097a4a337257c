import { momentAt } from '../../ui/values/day-zone.ts';

/**
 * A moment of the form as the API takes it; what is no moment goes along as it was typed, for the server to say so.
 *
 * @param typed - in the zone of the viewer's orgs; empty for the moment of sending.
 */
export function sentMoment(typed: string, now: Date): string {
  const moment = typed === '' ? now : momentAt(typed);
  return moment?.toISOString() ?? typed;
}
