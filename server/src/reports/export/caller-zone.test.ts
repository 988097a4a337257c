import { describe, expect, it } from 'vitest';
import { aManager, anOrg } from '../../testing/factories.ts';
import { signIn } from '../../testing/harness.ts';

const zoneOf = async (caller: Awaited<ReturnType<typeof signIn>>) =>
  (await caller.run('{ viewer { timeZone } }')).data.viewer.timeZone as string;

describe('the zone in which a caller counts the days of reports', () => {
  it('is that of the org, for its members and for those of its managers', async () => {
    const org = await anOrg({ time_zone: 'Atlantic/Azores' });
    const manager = await aManager({ org_id: org.id });

    expect(await zoneOf(await signIn(['local_reporter'], { orgIds: [org.id] }))).toBe('Atlantic/Azores');
    expect(await zoneOf(await signIn(['manager'], { managers: [manager] }))).toBe('Atlantic/Azores');
  });

  it('is Romania’s for who belongs to orgs of several zones, or to none', async () => {
    const orgs = [await anOrg({ time_zone: 'Atlantic/Azores' }), await anOrg({ time_zone: 'Europe/Berlin' })];

    expect(await zoneOf(await signIn(['local_implementer'], { orgIds: orgs.map(({ id }) => id) }))).toBe(
      'Europe/Bucharest',
    );
    expect(await zoneOf(await signIn(['root']))).toBe('Europe/Bucharest');
  });
});
