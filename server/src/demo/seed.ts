import type { Keyring } from '../database/keys/keyring.ts';
import { execute, getValue, tableOf } from '../database/statements.ts';
import type { Db, Tx } from '../database/database.ts';
import { everything } from '../database/scope.ts';
import { write } from '../database/transaction.ts';
import { inviteAccount } from '../identity/account.queries.ts';
import { gatewayClientId } from '../identity/provider/oidc/configuration.ts';
import { findListState, keepOffer, readNewest } from '../sync/sync.queries.ts';
import { insertOwnUpdates } from '../telemetry/status-updates/status-update.queries.ts';
import { seedEvents } from './events.ts';
import { seedMonthUse } from './month-use.ts';
import { seedRegistry, type DemoRegistry } from './registry.ts';
import { seedStatuses } from './statuses.ts';
import { inventTown } from './town.ts';

/** Keeps the town's containers, and is told of what is wrong with them. */
const keeper = 'containers@noa.test';

/** Where each demonstration account belongs; root needs no place. */
const orgMembers = ['implementer@noa.test', 'reporter@noa.test', keeper];
const managerMember = 'manager@noa.test';
const resident = 'resident@noa.test';

/**
 * Fills an empty database with the demonstration town, all or nothing; one that has an org is left alone.
 *
 * @param count - of its events, about.
 * @param goOn - called between its steps: what it throws takes all back.
 * @returns events written; 0 when there was nothing to do.
 */
export function seedDemo(
  { db, keys, count }: { readonly db: Db; readonly keys: Keyring; readonly count: number },
  log: (line: string) => void,
  goOn: () => void,
): Promise<number> {
  return write(db, everything, 'demo', async (tx) => {
    // Servers that start together: the second waits for the first, however slow the machine, and then finds an org.
    await execute(tx)`select set_config('lock_timeout', '0', true), set_config('statement_timeout', '0', true)`;
    await execute(tx)`select pg_advisory_xact_lock(hashtext('noa.seed'))`;
    if (!(await getValue<boolean>(tx)`select not exists (select from org)`)) {
      return 0;
    }
    log('Inventing the demonstration town');
    const town = inventTown();
    const registry = await seedRegistry(tx, town);
    await seedMembers(tx, registry);
    goOn();
    log('Writing 90 days of events');
    const now = new Date();
    const events = await seedEvents(tx, registry, { count, random: town.random, now, goOn });
    await seedMonthUse(tx, { db, keys }, registry.orgId);
    await seedStatuses(tx, registry, town.random, now);
    goOn();
    await seedConfirmations(tx, registry, now);
    await seedAlertRules(tx, registry.orgId);
    return events;
  });
}

async function seedMembers(tx: Tx, { orgId, managerIds, apartments }: DemoRegistry): Promise<void> {
  for (const email of orgMembers) {
    await execute(tx)`insert into org_member (org_id, account_id) values (${orgId}, ${await inviteAccount(tx, email)})`;
  }
  const [manager] = managerIds;
  const [home] = apartments;
  if (manager && home) {
    await execute(tx)`
      insert into manager_member (org_id, manager_id, account_id)
      values (${orgId}, ${manager}, ${await inviteAccount(tx, managerMember)})`;
    const tenant = await inviteAccount(tx, resident);
    await execute(tx)`
      insert into account_apartment (org_id, apartment_id, account_id) values (${orgId}, ${home.id}, ${tenant})`;
    await holdPhoneCards(tx, home.id, tenant);
  }
  await execute(tx)`insert into gateway_client (client_id, org_id) values (${gatewayClientId}, ${orgId})`;
}

/** The resident's phone holds the virtual cards of their apartment. */
const holdPhoneCards = (tx: Tx, apartmentId: string, accountId: string): Promise<void> => execute(tx)`
  insert into ara_card (org_id, card_id, account_id, created_at)
  select h.org_id, h.card_id, ${accountId}, h.created_at
  from apartment_card h join card c on c.org_id = h.org_id and c.id = h.card_id
  where h.apartment_id = ${apartmentId} and h.active and c.kind = 'virtual' and c.status <> 'erased'`;

/** What the town wants to be told of; incidents are what its server then finds by them. */
const rules = [
  {
    name: 'Baterie descărcată',
    condition: 'level',
    kind: 'battery_life_pct',
    level: 'error',
    threshold: null,
    minutes: 0,
  },
  { name: 'Container plin', condition: 'fill', kind: null, level: null, threshold: 95, minutes: 180 },
  { name: 'Încuietoare fără semnal', condition: 'silence', kind: null, level: null, threshold: null, minutes: 1_440 },
  { name: 'Carduri refuzate', condition: 'refusals', kind: null, level: null, threshold: 10, minutes: 60 },
  { name: 'Deschideri neobișnuite', condition: 'unusual', kind: null, level: null, threshold: 200, minutes: 60 },
] as const;

/** Rules of alerts, of each condition one, which tell whoever keeps the containers. */
export async function seedAlertRules(tx: Tx, orgId: string): Promise<void> {
  await execute(tx)`
    insert into alert_rule (org_id, name, condition, reading_kind, level, threshold, minutes, recipients, locale, escalate_to)
    select ${orgId}, r.*, array[${keeper}::text], 'ro', '{}'
    from ${tableOf(rules)} as r (name text, condition text, kind text, level text, threshold int, minutes int)`;
}

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
    from ${tableOf(confirmed)} as c (id uuid, version int8, at timestamptz)
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
