import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { startBackground } from './background.ts';
import { readSettings } from './config/config.ts';
import { openFileStore } from './file-store/file-store.ts';
import { aRule, incidentsOf, tellStatus } from './telemetry/alerts/alert.fixture.ts';
import { aContainer, aContainerGroup, anOrg } from './testing/factories.ts';
import { asSystem, databaseUrl, db, keyring, signIn } from './testing/harness.ts';

it('a copy tells nobody of incidents, beside a server that does', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'noa-background-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { id: orgId } = await anOrg();
  await asSystem((tx) => sql`update org_settings set mail_domains = 'noa.test' where org_id = ${orgId}`.execute(tx));
  const group = await aContainerGroup({ org_id: orgId });
  const container = await aContainer({ org_id: orgId, container_group_id: group.id });
  const admin = await signIn(['container_admin'], { orgIds: [orgId] });
  await aRule(admin, orgId);
  await tellStatus(container, 'battery_life_pct', '3', 'error', new Date());

  const coldStore = await openFileStore(folder);
  const incidentsAfterOneStep = async (env: NodeJS.ProcessEnv) => {
    const settings = readSettings({ DATA_DIR: folder, ...env });
    const parts = { db, keys: keyring, databaseUrl, coldStore, logger: pino({ level: 'silent' }) };
    const closers = startBackground(settings, parts);
    await delay(0); // what begins at once has begun, and comes to its end before it is closed
    await Promise.all(closers.map((close) => close()));
    return incidentsOf(admin);
  };

  expect(await incidentsAfterOneStep({ IS_COPY: '1' })).toEqual([]);
  expect(await incidentsAfterOneStep({})).toHaveLength(1);
});
