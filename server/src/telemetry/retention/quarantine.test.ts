import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asSystem, databaseUrl, db } from '../../testing/harness.ts';
import { aResidentWithCard, event, record } from '../card-events/card-event.fixture.ts';
import { Record as RecordUpdates, update as statusUpdate } from '../status-updates/status-update.fixture.ts';
import { forgetDue } from './retention.ts';

/** Who owns the tables, and may do to them what the application may not. */
const owner = new pg.Client({ connectionString: databaseUrl });
beforeAll(() => owner.connect());
afterAll(() => owner.end());

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

const change = (orgId: string, settings: { identity_days?: number; event_retention_months?: number }) =>
  asSystem((tx) => tx.updateTable('org_settings').set(settings).where('org_id', '=', orgId).execute());

const quarantined = async (from: 'card_event' | 'status_update', orgId: string) =>
  (await owner.query(`select * from ${from}_set_aside where org_id = $1 order by id`, [orgId])).rows;

describe('what a lock said under a number that is taken', () => {
  it('is kept where nobody is, and goes with the months of events', async () => {
    const { org, container, serial, gateway } = await aResidentWithCard();
    await change(org.id, { identity_days: 0, event_retention_months: 2 });
    const used = event(container.id, 1, { serialNumber: serial });
    await record(gateway, [used, { ...used, kind: 'no_use' }]);
    const told = statusUpdate(container.id, 1);
    await gateway.run(RecordUpdates, { updates: [told, { ...told, value: '50' }] });
    const both = async () => [await quarantined('card_event', org.id), await quarantined('status_update', org.id)];

    await forgetDue(db);
    expect(await both()).toMatchObject([[{ kind: 'no_use' }], [{ value: '50' }]]);

    for (const from of ['card_event', 'status_update']) {
      await owner.query(`update ${from}_set_aside set received_at = now() - interval '4 months'`);
    }
    await forgetDue(db);
    expect(await both()).toEqual([[], []]);
  });

  it('loses who it was by the org’s term, which is not asked for when the event is sent again', async () => {
    const { org, container, serial, gateway } = await aResidentWithCard();
    const at = daysAgo(50).toISOString();
    const sent = event(container.id, 1, { at, serialNumber: serial });
    await record(gateway, [sent]);
    await record(gateway, [{ ...sent, kind: 'no_use' }]);
    await owner.query('update card_event_set_aside set received_at = $1', [at]);
    await change(org.id, { identity_days: 30 });
    await forgetDue(db);

    const { results } = await record(gateway, [sent]);

    expect(results).toMatchObject([{ outcome: 'duplicate' }]);
    expect(await quarantined('card_event', org.id)).toMatchObject([{ kind: 'no_use', serial_number: null }]);
  });

  it('is left once of several that differ by it alone', async () => {
    const { org, container, serial, gateway } = await aResidentWithCard();
    const at = new Date().toISOString();
    const sent = event(container.id, 1, { at, serialNumber: serial });
    await change(org.id, { identity_days: 30 });
    await record(gateway, [
      sent,
      { ...sent, serialNumber: 'AABBCCDD' },
      { ...sent, serialNumber: null },
      { ...sent, serialNumber: 'AABBCCEE' },
    ]);
    await record(gateway, [{ ...sent, kind: 'no_use' }]);
    expect(await quarantined('card_event', org.id)).toHaveLength(4);
    await change(org.id, { identity_days: 0 });

    await forgetDue(db);

    expect(await quarantined('card_event', org.id)).toMatchObject([
      { kind: 'full_use', serial_number: null },
      { kind: 'no_use', serial_number: null },
    ]);
  });
});
