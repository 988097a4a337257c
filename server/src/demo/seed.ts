import { execute, findRow } from '../database/statements.ts';
import type { Db, Tx } from '../database/database.ts';
import { everything } from '../database/scope.ts';
import { write } from '../database/transaction.ts';
import { inviteAccount } from '../identity/account.queries.ts';
import { gatewayClientId } from '../identity/provider/oidc/configuration.ts';
import { keeper, seedAlertRules } from './alerts.ts';
import { seedEvents } from './events.ts';
import { seedConfirmations } from './locks.ts';
import { seedRegistry, type DemoRegistry } from './registry.ts';
import { seedStatuses } from './statuses.ts';
import { inventTown } from './town.ts';

/** Where each demonstration account belongs; root needs no place. */
const orgMembers = ['implementer@noa.test', 'reporter@noa.test', keeper];
const managerMember = 'manager@noa.test';
const resident = 'resident@noa.test';

/**
 * Fills an empty database with the demonstration town, all or nothing; one that has an org is left alone.
 *
 * @param goOn - called between its steps: what it throws takes all back.
 * @returns events written; 0 when there was nothing to do.
 */
export function seedDemo(db: Db, log: (line: string) => void, goOn: () => void = () => undefined): Promise<number> {
  return write(db, everything, 'demo', async (tx) => {
    // Servers that start together: the second waits for the first, however slow the machine, and then finds an org.
    await execute(tx)`select set_config('lock_timeout', '0', true), set_config('statement_timeout', '0', true)`;
    await execute(tx)`select pg_advisory_xact_lock(hashtext('noa.seed'))`;
    const row = await findRow<{ empty: boolean }>(tx)`select not exists (select from org) as empty`;
    if (!row?.empty) {
      return 0;
    }
    log('Inventing the demonstration town');
    const town = inventTown();
    const registry = await seedRegistry(tx, town);
    await seedMembers(tx, registry);
    goOn();
    log('Writing 90 days of events');
    const now = new Date();
    const events = await seedEvents(tx, registry, { random: town.random, now, goOn });
    await seedStatuses(tx, registry, town.random, now);
    goOn();
    await seedConfirmations(tx, registry, now);
    await seedAlertRules(tx, registry.orgId);
    return events;
  });
}

async function seedMembers(tx: Tx, { orgId, managerIds, apartments }: DemoRegistry): Promise<void> {
  for (const email of orgMembers) {
    await tx
      .insertInto('org_member')
      .values({ org_id: orgId, account_id: await inviteAccount(tx, email) })
      .execute();
  }
  const [manager_id] = managerIds;
  const [home] = apartments;
  if (manager_id && home) {
    const account_id = await inviteAccount(tx, managerMember);
    await tx.insertInto('manager_member').values({ org_id: orgId, manager_id, account_id }).execute();
    const tenant = await inviteAccount(tx, resident);
    await tx
      .insertInto('account_apartment')
      .values({ org_id: orgId, apartment_id: home.id, account_id: tenant })
      .execute();
    await holdPhoneCards(tx, home.id, tenant);
  }
  await tx.insertInto('gateway_client').values({ client_id: gatewayClientId, org_id: orgId }).execute();
}

/** The resident's phone holds the virtual cards of their apartment. */
const holdPhoneCards = (tx: Tx, apartmentId: string, accountId: string): Promise<void> => execute(tx)`
  insert into ara_card (org_id, card_id, account_id, created_at)
  select h.org_id, h.card_id, ${accountId}, h.created_at
  from apartment_card h join card c on c.org_id = h.org_id and c.id = h.card_id
  where h.apartment_id = ${apartmentId} and h.active and c.kind = 'virtual' and c.status <> 'erased'`;
