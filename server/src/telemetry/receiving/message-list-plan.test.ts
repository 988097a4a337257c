import { sql } from 'kysely';
import { expect, it } from 'vitest';
import {
  aContainer,
  aContainerGroup,
  aManager,
  anAccessGroup,
  anApartment,
  anEntrance,
  anOrg,
} from '../../testing/factories.ts';
import { asOwner, asSystem, onNotice, signIn, type Caller } from '../../testing/harness.ts';
import { stepsOf, watchPlans } from '../../testing/plans.ts';
import { rounds } from '../../testing/rounds.ts';
import { storeYoung } from '../../testing/stored-events.ts';

/** Messages of each org over some months: a page is a hundredth of them, or less. */
const messages = rounds(5_000, 60_000);
const pageSize = 50;
/** Each row of a page passes a dozen nodes in each org, as do those that are planned for and not reached. */
const mostSteps = 60 * pageSize;

/** Events of each entrance in turn. */
const tell = (org: string, container: string, entrances: readonly string[]) =>
  asSystem(async (tx) => {
    const moment = sql`now() - n * interval '10 minutes'`;
    await storeYoung(
      tx,
      [
        'org_id',
        'kind',
        'occurred_at',
        'device_at',
        'container_id',
        'boot_number',
        'event_number',
        'entrance_id',
        'manager_id',
      ],
      sql`select ${org}::uuid as org_id, 'full_use' as kind, ${moment} as occurred_at, now() as device_at,
        ${container}::uuid as container_id, 0 as boot_number, n as event_number, e.id as entrance_id, e.manager_id
        from generate_series(1, ${messages}) n
        join entrance e on e.id = (${entrances}::uuid[])[n % ${entrances.length}::int + 1]`,
    );
    await sql`insert into status_update (org_id, container_id, kind, level, value, occurred_at)
      select ${org}, ${container}, 'fill_level_pct', 'ok', '10', ${moment} from generate_series(1, ${messages}) n`.execute(
      tx,
    );
  });

it('reads of all messages the page that is asked for, whoever asks and wherever it lies', async () => {
  await watchPlans();
  await asOwner(
    `select ensure_month('status_update', (now() - n * interval '1 month')::date) from generate_series(0, ${Math.ceil(messages / 4_000)}) n`,
  );
  const orgs = [await anOrg(), await anOrg()].map(({ id }) => id);
  const managers = [];
  const apartments = [];
  for (const org_id of orgs) {
    const manager = await aManager({ org_id });
    const { id: access_group_id } = await anAccessGroup({ org_id });
    const { id: container_group_id } = await aContainerGroup({ org_id });
    await asSystem((tx) =>
      tx.insertInto('access_group_container_group').values({ org_id, access_group_id, container_group_id }).execute(),
    );
    const inCare = { org_id, manager_id: manager.id, access_group_id };
    const entrances = [await anEntrance(inCare), await anEntrance(inCare), await anEntrance({ org_id })];
    const [home] = entrances.map(({ id }) => id);
    await tell(
      org_id,
      (await aContainer({ org_id, container_group_id })).id,
      entrances.map(({ id }) => id),
    );
    managers.push(manager);
    apartments.push(await anApartment({ org_id, ...(home && { entrance_id: home }) }));
  }
  await asOwner('analyze stored_event, event_identity, status_update, container, entrance, manager, org');
  const callers: Readonly<Record<string, Caller>> = {
    root: await signIn(['root']),
    'a member of one org': await signIn(['local_implementer'], { orgIds: orgs.slice(0, 1) }),
    'a member of two': await signIn(['local_reporter'], { orgIds: orgs }),
  };

  const manager = await signIn(['manager'], { managers });
  for (const [list, of] of Object.entries({
    cardEvents: { ...callers, 'a manager': manager },
    statusUpdates: {
      ...callers,
      'a manager': manager,
      'a resident': await signIn(['ara_user'], { apartments: apartments.slice(0, 1) }),
    },
  })) {
    for (const [name, caller] of Object.entries(of)) {
      const ask = async (page: string) => {
        const isTold = new Promise<void>((resolve) => {
          onNotice(({ message }) => message?.includes('listRows') && resolve());
        });
        const { data, errors } = await caller.run(
          `{ ${list}(${page}) { nodes { id } pageInfo { startCursor endCursor } } }`,
        );
        await isTold;
        expect(errors).toBeUndefined();
        expect(data[list].nodes.length).toBe(pageSize);
        return data[list].pageInfo as { startCursor: string; endCursor: string };
      };
      const { endCursor } = await ask(`first: ${pageSize}`);
      const { startCursor } = await ask(`last: ${pageSize}`);

      for (const page of [
        `first: ${pageSize}`,
        `first: ${pageSize}, after: "${endCursor}"`,
        `last: ${pageSize}`,
        `last: ${pageSize}, before: "${startCursor}"`,
      ]) {
        const steps = await stepsOf(() => ask(page));
        const pages = [...steps].filter(([statement]) => statement.includes('page_cursor'));
        expect(pages).not.toEqual([]);
        for (const [, work] of pages) {
          expect(work.steps / work.runs, `${list} for ${name}, ${page}: ${work.plan}`).toBeLessThan(mostSteps);
        }
      }
    }
  }
});
