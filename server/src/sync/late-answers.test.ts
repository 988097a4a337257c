import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { untilAwaited } from '../testing/awaited-locks.ts';
import { asSystem, signIn, signInGateway } from '../testing/harness.ts';
import { Controller, type Answer } from './controller.fixture.ts';
import { applyChange, aNeighbourhood } from './grants.fixture.ts';

/** A lock that has applied a list of one card, and was then offered one of two cards and one of three. */
async function aLockBehind() {
  const world = await aNeighbourhood();
  const gateway = await signInGateway([world.orgId]);
  const lock = new Controller(world.containers[0] ?? '', gateway);
  const hand = (index: number) =>
    asSystem(async (tx) => {
      await applyChange(tx, world, { kind: 'register', a: index, b: 0 });
      await applyChange(tx, world, { kind: 'assign', a: index, b: 0 });
    });
  await asSystem((tx) => applyChange(tx, world, { kind: 'join', a: 0, b: 0 }));
  await hand(0);
  await lock.poll(10);
  const offer = async (count: number) => {
    await hand(count);
    return { ...(await lock.ask(lock.version, 10)), count };
  };
  const [older, newer] = [await offer(2), await offer(3)];
  const tell = async (outcome: string, { version, checksum, count }: Answer & { readonly count: number }) => {
    const { data } = await gateway.run(
      `mutation ($id: ID!, $version: String!, $checksum: String!, $count: Int!, $outcome: SyncOutcome!) {
        acknowledgeSync(containerId: $id, version: $version, checksum: $checksum, count: $count, outcome: $outcome)
      }`,
      { id: lock.containerId, version, checksum, count, outcome },
    );
    return data.acknowledgeSync;
  };
  const known = async () => {
    const { rows } = await asSystem((tx) =>
      sql`
        select s.applied_version as version, s.failure, s.restart, c.level, c.value as told
        from container_sync s
        join container_status c on c.org_id = s.org_id and c.container_id = s.container_id and c.kind = 'sync'
        where s.container_id = ${lock.containerId}`.execute(tx),
    );
    return rows[0];
  };
  /** Does all of this, each once the one before waits for the container's summary, which is let go then. */
  const overlapping = <Given>(...works: (() => Promise<Given>)[]): Promise<Given[]> =>
    asSystem(async (tx) => {
      await sql`select from container_status_summary where container_id = ${lock.containerId} for update`.execute(tx);
      const begun: Promise<Given>[] = [];
      for (const work of works) {
        begun.push(work());
        await untilAwaited(begun.length);
      }
      return begun;
    }).then((begun) => Promise.all(begun));
  // Container 3 stands in the same group.
  const beside = new Controller(world.containers[3] ?? '', gateway);
  return { orgId: world.orgId, lock, beside, older, newer, tell, known, overlapping };
}

describe('what a lock has applied last stands', () => {
  it.each(['applied', 'failed'])('when `%s` of an older list is heard at the same time', async (outcome) => {
    const { older, newer, tell, known, overlapping } = await aLockBehind();

    const [kept] = await overlapping(
      () => tell('applied', newer),
      () => tell(outcome, older),
    );

    expect(kept).toBe(true);
    const { version } = newer;
    expect(await known()).toEqual({ version, failure: null, restart: false, level: 'ok', told: version });
  });

  it('when `failed` of an older list is heard later', async () => {
    const { older, newer, tell, known } = await aLockBehind();
    await tell('applied', newer);

    expect(await tell('failed', older)).toBe(false);

    const { version } = newer;
    expect(await known()).toEqual({ version, failure: null, restart: false, level: 'ok', told: version });
  });

  it('until it fails at that, or at what comes after it', async () => {
    const { older, newer, tell, known } = await aLockBehind();
    await tell('applied', older);

    await tell('failed', newer);
    expect(await known()).toMatchObject({ version: older.version, failure: 'failed', level: 'error' });
    await tell('failed', older);
    expect(await known()).toMatchObject({ version: older.version, failure: 'failed', told: older.version });
  });
});

describe('a lock that goes on from an older list than it had confirmed', () => {
  it('is known to hold that one, also while the newest does not fit, until it confirms another', async () => {
    const { lock, beside, older, newer, tell, known } = await aLockBehind();
    // Another lock goes on from that list, so that it is not forgotten.
    await beside.ask(older.version, 10);
    await tell('applied', older);
    await tell('applied', newer);
    const fits = (cards: number) =>
      asSystem((tx) => sql`update container set card_capacity = ${cards} where id = ${lock.containerId}`.execute(tx));
    await fits(1);

    // It lost the last list that it had written, as its battery was changed.
    expect(await lock.ask(older.version, 10)).toMatchObject({ mode: 'withheld' });
    expect(await known()).toMatchObject({ version: older.version });

    await fits(10);
    await lock.ask(older.version, 1);
    await tell('applied', newer);
    expect(await known()).toMatchObject({ version: newer.version });
  });
});

describe('a lock that asks for its list or says what it made of it', () => {
  it.each(['asks', 'says it again'])('is not silent: it %s', async (how) => {
    const { orgId, lock, newer, tell } = await aLockBehind();
    await tell('applied', newer);
    const keeper = await signIn(['local_implementer'], { orgIds: [orgId] });
    const status = async () =>
      (await keeper.run('query ($id: ID!) { container(id: $id) { status { isSilent } } }', { id: lock.containerId }))
        .data.container.status;
    await asSystem((tx) =>
      sql`
        update container_status_summary set heard_at = now() - interval '80 hours'
        where container_id = ${lock.containerId}`.execute(tx),
    );
    expect(await status()).toMatchObject({ isSilent: true });

    await (how === 'asks' ? lock.ask(newer.version, 10) : tell('applied', newer));

    expect(await status()).toMatchObject({ isSilent: false });
  });
});
