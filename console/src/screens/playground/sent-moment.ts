/**
 * A moment of the form as the API takes it; what is no moment goes along as it was typed, for the server to say so.
 *
 * @param typed - in the browser's zone; empty for the moment of sending.
 */
export function sentMoment(typed: string, now: Date): string {
  const moment = typed === '' ? now : new Date(typed);
  return Number.isNaN(moment.getTime()) ? typed : moment.toISOString();
}
