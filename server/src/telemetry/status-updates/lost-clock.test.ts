import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { anOrg } from '../../testing/factories.ts';
import { asOwner, asSystem, together } from '../../testing/harness.ts';
import { aReportingContainer, Record, update } from './status-update.fixture.ts';

it('what a lock without a clock tells last in a batch is its status, however many orgs there are', async () => {
  const { container, gateway } = await aReportingContainer();
  // Of many orgs, PostgreSQL joins a batch with their settings otherwise than of one.
  await together(async () => {
    for (let count = 0; count < 60; count += 1) {
      await anOrg();
    }
  });
  await asOwner('analyze org_settings');

  // All of it is of one moment: that of its receipt.
  const told = { kind: 'fill_level_pct', at: '1970-01-01T00:00:00Z' };
  const updates = Array.from({ length: 20 }, (_, index) =>
    update(container.id, index + 1, { ...told, value: String(index + 1) }),
  );
  await gateway.run(Record, { updates });

  const { rows } = await asSystem((tx) =>
    sql`select value from container_status where container_id = ${container.id}`.execute(tx),
  );
  expect(rows).toEqual([{ value: '20' }]);
});
