import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { aContainer } from '../../testing/factories.ts';
import { aFurnishedOrg } from '../../testing/furnished-org.ts';
import { asOwner, asSystem, databaseUrl, signIn, type Caller } from '../../testing/harness.ts';
import { stepsOf, watchPlans } from '../../testing/plans.ts';
import { rounds } from '../../testing/rounds.ts';
import { storeYoung } from '../../testing/stored-events.ts';
import { indexPastMonths } from './past-months.ts';

await watchPlans(); // before the first connection

/** Entrances of an org, each with an apartment, its card, and a container that it uses; of which a manager looks after ten. */
const entrances = 100;
const inCare = 10;
const events = rounds(10_000, 40_000);
const pageSize = 20;
/** Each event passes a dozen nodes at most, and no others are looked at than those of the entrances in somebody's care. */
const mostSteps = (12 * inCare * events) / entrances;

const columns = `org_id, kind, occurred_at, device_at, container_id, container_group_id, entrance_id, manager_id, boot_number, event_number, card_id,
  apartment_id, serial_number`;

/** The apartments of an org by their numbers from 1 on, each with the container that opens for it. */
const usersOf = (orgId: string) => sql`(
  select row_number() over (order by a.id) as k, a.id as apartment_id, a.entrance_id, e.manager_id, h.card_id, c.id as container_id, c.container_group_id
  from apartment a join entrance e on e.id = a.entrance_id join apartment_card h on h.apartment_id = a.id
  join access_group_container_group j on j.access_group_id = e.access_group_id join container c on c.container_group_id = j.container_group_id
  where a.org_id = ${orgId}) u`;

/** Each apartment uses its own container in turn. */
const use = (orgId: string) =>
  asSystem((tx) =>
    storeYoung(
      tx,
      columns.split(',').map((name) => name.trim()),
      sql`select ${orgId}::uuid as org_id, 'full_use' as kind, now() - n * interval '1 minute' as occurred_at, now() as device_at,
          u.container_id, u.container_group_id, u.entrance_id, u.manager_id, 0 as boot_number, n as event_number, u.card_id, u.apartment_id,
          'A0' as serial_number
        from generate_series(1, ${events}) n join ${usersOf(orgId)} on u.k = n % ${entrances}::int + 1`,
    ),
  );

/** The first apartment, and what its events are found by. */
const firstOf = (orgId: string) =>
  asSystem(async (tx) => {
    const { rows } = await sql<Record<'container' | 'containerGroup' | 'entrance' | 'apartment' | 'card', string>>`
      select container_id as container, container_group_id as "containerGroup", entrance_id as entrance, apartment_id as apartment, card_id as card
      from ${usersOf(orgId)} where k = 1`.execute(tx);
    const [ids] = rows;
    if (!ids) {
      throw new Error('The org has no apartment');
    }
    return ids;
  });

/** Gives ten of an org's entrances to a manager of their own, before they are used. */
async function aManagerOf(orgId: string) {
  const manager = sql`insert into manager (org_id, name) values (${orgId}, 'A doua') returning id`;
  const { rows } = await asSystem((tx) =>
    sql<{ id: string }>`with made as (${manager}), given as (
        update entrance set manager_id = (select id from made)
        where id in (select u.entrance_id from ${usersOf(orgId)} where k <= ${inCare}))
      select id from made`.execute(tx),
  );
  return { id: rows[0]?.id ?? '', org_id: orgId };
}

/** What was done in the console to cards that nobody holds, before all that locks saw. */
const act = (orgId: string) =>
  asSystem((tx) =>
    storeYoung(
      tx,
      ['org_id', 'kind', 'occurred_at'],
      sql`select ${orgId}::uuid as org_id, 'card_erased' as kind, now() - interval '60 days' - n * interval '1 minute' as occurred_at
        from generate_series(1, ${2 * pageSize}::int) n`,
    ),
  );

/** A container of which nothing was heard since before all others' events. */
async function aSilentContainer(orgId: string, containerGroupId: string): Promise<string> {
  const { id } = await aContainer({ org_id: orgId, container_group_id: containerGroupId });
  await asSystem((tx) =>
    storeYoung(
      tx,
      ['org_id', 'kind', 'occurred_at', 'device_at', 'container_id', 'boot_number', 'event_number'],
      sql`select ${orgId}::uuid as org_id, 'full_use' as kind, now() - interval '90 days' - n * interval '1 minute' as occurred_at, now() as device_at,
          ${id}::uuid as container_id, 1 as boot_number, n as event_number from generate_series(1, ${2 * pageSize}::int) n`,
    ),
  );
  return id;
}

const filters = ['none', 'container', 'containerGroup', 'entrance', 'apartment', 'card'] as const;

describe.each(['in the month that runs', 'of past months'])(
  'a page of the events of two orgs costs no more than a page, %s',
  (when) => {
    const callers: Record<string, Caller> = {};
    let ids: Partial<Awaited<ReturnType<typeof firstOf>>> = {};
    let silent = '';

    beforeAll(async () => {
      const [mine, other] = [await aFurnishedOrg(entrances), await aFurnishedOrg(entrances)];
      const manager = await aManagerOf(mine);
      await use(mine);
      await use(other);
      const given = await firstOf(mine);
      silent = await aSilentContainer(mine, given.containerGroup);
      await act(mine);
      ids = given;
      if (when === 'of past months') {
        await indexPastMonths({ databaseUrl, quietDays: -31, log: { info: () => undefined } });
      }
      await asOwner('analyze');
      const apartment = { id: ids.apartment ?? '', org_id: mine };
      callers['root'] = await signIn(['root']);
      callers['a member'] = await signIn(['local_implementer'], { orgIds: [mine] });
      callers['a member of both'] = await signIn(['local_implementer'], { orgIds: [mine, other] });
      callers['a manager'] = await signIn(['manager'], { managers: [manager] });
      callers['a resident'] = await signIn(['ara_user'], { apartments: [apartment] });
    });

    /** Statements of the page that take more steps than it may. */
    async function slowPages(who: string, filter: string) {
      const steps = await stepsOf(async () => {
        const { data, errors } =
          (await callers[who]?.run(`{ cardEvents(first: ${pageSize}${filter}) { nodes { id } } }`)) ?? {};
        expect(errors).toBeUndefined();
        expect(data.cardEvents.nodes).toHaveLength(pageSize);
      });
      const pages = [...steps].filter(([statement]) => statement.includes('page_cursor'));
      expect(pages).not.toEqual([]);
      return pages.filter(([, work]) => work.steps / work.runs > mostSteps);
    }

    it.each(
      ['root', 'a member', 'a member of both', 'a manager', 'a resident'].flatMap((who) =>
        filters.map((name) => [who, name] as const),
      ),
    )('to %s, narrowed by %s', async (who, name) => {
      const filter = name === 'none' ? '' : `, filter: { ${name}Id: "${ids[name]}" }`;

      expect(await slowPages(who, filter)).toEqual([]);
    });

    it.each(['root', 'a member', 'a member of both'])('to %s, of a container that is silent', async (who) => {
      expect(await slowPages(who, `, filter: { containerId: "${silent}" }`)).toEqual([]);
    });

    it.each(['root', 'a member', 'a member of both'])('to %s, of what was done in the console', async (who) => {
      expect(await slowPages(who, ', filter: { kind: card_erased }')).toEqual([]);
    });
  },
);
