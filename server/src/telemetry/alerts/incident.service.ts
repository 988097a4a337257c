import { alertLimits } from '@noa/domain/alert.ts';
import { AppError, notFound, validationFailed } from '@noa/domain/errors.ts';
import { reachesOrg } from '../../database/scope.ts';
import type { Tx } from '../../database/database.ts';
import type { Context } from '../../request/context.ts';
import { findIncident, markAcknowledged, writeSilence, type IncidentRow } from './incident.queries.ts';

/** Changes an incident of an org that the caller settles incidents of. */
const settle = (
  context: Context,
  id: string,
  work: (tx: Tx, incident: IncidentRow) => Promise<void>,
): Promise<IncidentRow> =>
  context.write('incident:settle', async (tx, scope) => {
    const incident = await findIncident(tx, scope, id);
    if (!incident || !reachesOrg(scope, incident.org_id)) {
      throw notFound('incident', id);
    }
    await work(tx, incident);
    return (await findIncident(tx, scope, id)) ?? incident;
  });

/**
 * Says that the caller takes care of it; once is enough.
 *
 * @throws {AppError} `NotFound`; `Forbidden`.
 */
export const acknowledgeIncident = (context: Context, id: string): Promise<IncidentRow> =>
  settle(context, id, (tx) => markAcknowledged(tx, id));

/**
 * Plans that nothing more is told of it before a moment: what comes back until then is the same incident.
 *
 * @param until - null ends the silence.
 * @throws {AppError} `NotFound`; `ValidationFailed` on `until` for the past, more than 30 days, or a resolved one; `Forbidden`.
 */
export function silenceIncident(context: Context, id: string, until: Date | null): Promise<IncidentRow> {
  const days = until === null ? 0 : (until.getTime() - Date.now()) / 86_400_000;
  if (days < 0 || days > alertLimits.silenceDays) {
    throw validationFailed({ until: days < 0 ? 'form.tooSmall' : 'form.tooLarge' });
  }
  return settle(context, id, async (tx, { state }) => {
    if (state === 'resolved') {
      throw new AppError('ValidationFailed', 'The incident is resolved', { fields: { until: 'alert.isResolved' } });
    }
    await writeSilence(tx, id, until);
  });
}
