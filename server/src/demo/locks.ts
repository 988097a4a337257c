import { findListState, keepOffer, readNewest } from '../sync/sync.queries.ts';
import { execute } from '../database/statements.ts';
import type { Tx } from '../database/database.ts';
import { everything } from '../database/scope.ts';
import { gatewayClientId } from '../identity/provider/oidc/configuration.ts';
import { insertOwnUpdates } from '../telemetry/status-updates/status-update.queries.ts';
import type { DemoRegistry } from './registry.ts';

const hourMs = 3_600_000;

/**
 * Every lock of the town has fetched its list and confirmed it, in the tables in which an acknowledgement is kept
 * (`acknowledgeSync`); silent ones before they fell silent. To be called with the containers' summaries locked.
 */
export async function seedConfirmations(tx: Tx, { orgId, containers }: DemoRegistry, now: Date): Promise<void> {
  // The lists are due at the end of the transaction; they are wanted now.
  await execute(tx)`set constraints settle_grants immediate`;
  await execute(tx)`set constraints settle_grants deferred`;
  const byGroup = Map.groupBy(containers, ({ groupId }) => groupId);
  const versions = new Map<string, string>();
  for (const [groupId, [first]] of byGroup) {
    const state = first && (await findListState(tx, everything, first.id));
    if (state && state.admitted <= state.cardCapacity) {
      await keepOffer(tx, state, await readNewest(tx, state));
      versions.set(groupId, state.version);
    }
  }
  const confirmed = containers.flatMap(({ id, groupId, silentHours }) => {
    const version = versions.get(groupId);
    return version === undefined ? [] : [{ id, version, at: new Date(now.getTime() - silentHours * hourMs) }];
  });
  await execute(tx)`
    update container_sync s set applied_version = c.version, ground = c.version, applied_at = c.at, asked_at = c.at
    from unnest(${confirmed.map(({ id }) => id)}::uuid[], ${confirmed.map(({ version }) => version)}::int8[],
      ${confirmed.map(({ at }) => at)}::timestamptz[]) as c (id, version, at)
    where s.org_id = ${orgId} and s.container_id = c.id`;
  await insertOwnUpdates(
    tx,
    confirmed.map(({ id, version, at }) => ({
      container: { org_id: orgId, id },
      kind: 'sync',
      value: version,
      level: 'ok',
      note: null,
      occurredAt: at,
      actor: gatewayClientId,
      acknowledged: true as const,
    })),
  );
}
