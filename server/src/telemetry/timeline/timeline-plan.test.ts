import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { aContainer, aContainerGroup, anApartment, anEntrance, anOrg } from '../../testing/factories.ts';
import { asOwner, asSystem, onNotice, signIn } from '../../testing/harness.ts';
import { stepsOf, watchPlans } from '../../testing/plans.ts';
import { rounds } from '../../testing/rounds.ts';
import { storeYoung } from '../../testing/stored-events.ts';

/** Events of the same org and the same months, at other containers and of other households. */
const others = rounds(10_000, 60_000);
/** Of each as many: what belongs to an event for the first time takes far longer to keep than the event. */
const otherRecords = 500;
/** Events of the records that are asked for: one an hour for a month, and for half a year before. */
const [recent, older] = [720, 4_320];

const columns = [
  'org_id',
  'kind',
  'occurred_at',
  'device_at',
  'container_id',
  'boot_number',
  'event_number',
  'apartment_id',
];

const tell = (
  org: string,
  [container, apartment, entrance]: readonly string[],
  count: number,
  minutes: number,
  from = 0,
) =>
  asSystem((tx) =>
    storeYoung(
      tx,
      [...columns, 'entrance_id'],
      sql.raw(`
        select '${org}'::uuid as org_id, 'full_use' as kind, now() as device_at,
          now() - interval '${from} days' - n * interval '${minutes} minutes' as occurred_at, ${container} as container_id,
          0 as boot_number, n + ${from * 1_000} as event_number, ${apartment} as apartment_id, ${entrance} as entrance_id
        from generate_series(1, ${count}) n`),
    ),
  );

it('reads what happened to the records that are asked for in these days, and nothing beside it', async () => {
  await watchPlans();
  const org = await anOrg();
  const group = await aContainerGroup({ org_id: org.id });
  const container = await aContainer({ org_id: org.id, container_group_id: group.id });
  const entrance = await anEntrance({ org_id: org.id });
  const apartment = await anApartment({ org_id: org.id, entrance_id: entrance.id });
  const asked = [container.id, apartment.id, entrance.id].map((id) => `'${id}'::uuid`);
  const beside = ['container', 'household', 'entrance'].map((what) => `md5('${what}' || n % ${otherRecords})::uuid`);
  await tell(org.id, asked, recent, 60);
  await tell(org.id, asked, older, 60, 30);
  await tell(org.id, beside, others, 1);
  await asOwner(
    'select drop_forgotten_identities()',
    'analyze stored_event, event_identity, container, entrance, apartment, org',
  );
  const reader = await signIn(['local_implementer'], { orgIds: [org.id] });

  for (const [kind, id] of [
    ['containerGroup', group.id],
    ['entrance', entrance.id],
    ['apartment', apartment.id],
  ] as const) {
    const isTold = new Promise<void>((resolve) => {
      onNotice(({ message }) => message?.includes('countEvents') && resolve());
    });
    const steps = await stepsOf(async () => {
      const { data, errors } = await reader.run(`query ($id: ID!) { ${kind}(id: $id) { timeline { openings } } }`, {
        id,
      });
      expect(errors).toBeUndefined();
      expect(data[kind].timeline.length).toBe(30);
      await isTold;
    });

    const [looked, ...more] = [...steps].filter(([statement]) => statement.includes('card_event'));
    expect(more).toEqual([]);
    expect(looked?.[1].runs).toBe(1);
    // Each of its events passes a handful of nodes; a container's are found month by month.
    expect(looked?.[1].steps, `${kind}: ${looked?.[1].plan}`).toBeLessThan(recent * 20);
  }
});
