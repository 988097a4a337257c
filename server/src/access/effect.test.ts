import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { displaySerialNumber } from '@noa/domain/codes/card-code.ts';
import { aContainer, aContainerGroup, anAccessGroup, anApartment, anEntrance, anOrg } from '../testing/factories.ts';
import { asSystem, db, signIn, together, type Caller } from '../testing/harness.ts';
import { ids } from '../testing/sealed.ts';
import { isClockShifted } from '../testing/shifted-clock.ts';
import type { Row } from '../database/tables.ts';
import { differences } from '../sync/grants.fixture.ts';

const Preview = /* GraphQL */ `
  query ($change: EffectInput!) {
    previewEffect(change: $change) {
      gainingCards
      losingCards
      gainedContainers
      lostContainers
      openingContainers
      closingContainers
      overCapacityCount
      overCapacity {
        id
      }
    }
  }
`;

const nothing = {
  gainingCards: 0,
  losingCards: 0,
  gainedContainers: 0,
  lostContainers: 0,
  openingContainers: 0,
  closingContainers: 0,
  overCapacityCount: 0,
  overCapacity: [],
};

/** Two entrances of three cards each: `near` opens two containers, `far` one that holds three cards. */
interface Town {
  readonly orgId: string;
  readonly caller: Caller;
  readonly near: Row<'access_group'>;
  readonly far: Row<'access_group'>;
  readonly entrance: Row<'entrance'>;
  readonly apartment: Row<'apartment'>;
  readonly nearGroup: Row<'container_group'>;
  readonly farGroup: Row<'container_group'>;
  readonly farContainer: Row<'container'>;
}

const aTown = (): Promise<Town> => together(makeTown);

async function makeTown(): Promise<Town> {
  const { id: orgId } = await anOrg();
  const own = { org_id: orgId };
  const [near, far] = [await anAccessGroup(own), await anAccessGroup(own)];
  const [nearGroup, farGroup] = [await aContainerGroup(own), await aContainerGroup(own)];
  await aContainer({ ...own, container_group_id: nearGroup.id });
  await aContainer({ ...own, container_group_id: nearGroup.id });
  const farContainer = await aContainer({ ...own, container_group_id: farGroup.id, card_capacity: 3 });
  const entrance = await anEntrance({ ...own, access_group_id: near.id });
  const apartment = await anApartment({ ...own, entrance_id: entrance.id });
  const farEntrance = await anEntrance({ ...own, access_group_id: far.id });
  const farApartment = await anApartment({ ...own, entrance_id: farEntrance.id });
  await asSystem(async (tx) => {
    for (const [group, containers] of [
      [near, nearGroup],
      [far, farGroup],
    ] as const) {
      await tx
        .insertInto('access_group_container_group')
        .values({ ...own, access_group_id: group.id, container_group_id: containers.id })
        .execute();
    }
    const serials = Array.from({ length: 7 }, () => randomBytes(4).toString('hex').toUpperCase());
    const cards = await tx
      .insertInto('card')
      .values(
        serials.map((serial_number) => ({
          ...own,
          kind: 'physical' as const,
          serial_number,
          display_serial_number: displaySerialNumber(serial_number),
        })),
      )
      .returning('id')
      .execute();
    const holders = cards.slice(0, 6).map(({ id }, index) => ({
      ...own,
      apartment_id: index < 3 ? apartment.id : farApartment.id,
      card_id: id,
    }));
    await tx.insertInto('apartment_card').values(holders).execute();
  });
  const caller = await signIn(['local_implementer'], { orgIds: [orgId] });
  return { orgId, caller, near, far, entrance, apartment, nearGroup, farGroup, farContainer };
}

/** Everything that a preview might leave behind. */
async function traces(orgId: string): Promise<unknown> {
  const { rows } = await asSystem((tx) =>
    sql`select
      (select json_agg(g order by g.card_id, g.container_group_id) from card_grant g where org_id = ${orgId}) as grants,
      (select json_agg(l order by l.container_group_id) from grant_list l where org_id = ${orgId}) as lists,
      (select json_agg(e.row_id order by e.id) from entrance e where org_id = ${orgId}) as entrances,
      (select count(*) from entrance_history where org_id = ${orgId}) as versions,
      (select count(*) from apartment_card where org_id = ${orgId}) as handed`.execute(tx),
  );
  return rows;
}

describe('what a change would do', () => {
  let town: Town;
  beforeEach(async () => {
    town = await aTown();
    const before = await traces(town.orgId);
    return async () => {
      expect(await traces(town.orgId)).toEqual(before);
      expect(await differences()).toEqual([]);
    };
  });
  const preview = async (change: object, caller: Caller = town.caller) => {
    const { data, errors } = await caller.run(Preview, { change });
    return errors?.[0] ?? data.previewEffect;
  };
  const version = ({ id, row_id: rowId }: { id: string; row_id: string }) => ({ id, rowId });
  const moving = () => ({ updateEntrance: { ...version(town.entrance), input: { accessGroupId: town.far.id } } });

  it('counts who gains and who loses when an entrance moves, and names locks that would not hold their list', async () => {
    expect(await preview(moving())).toEqual({
      ...nothing,
      gainingCards: 3,
      losingCards: 3,
      gainedContainers: 1,
      lostContainers: 2,
      overCapacityCount: 1,
      overCapacity: [{ id: town.farContainer.id }],
    });
  });

  it('says nothing happens to who opens what when only the address changes', async () => {
    expect(await preview({ updateEntrance: { ...version(town.entrance), input: { addrSc: 'Z' } } })).toEqual(nothing);
  });

  it('counts joining and leaving', async () => {
    const join = { accessGroupId: town.near.id, containerGroupId: town.farGroup.id };
    const leave = { accessGroupId: town.near.id, containerGroupId: town.nearGroup.id };

    expect(await preview({ joinContainerGroup: join })).toMatchObject({
      gainingCards: 3,
      gainedContainers: 1,
      losingCards: 0,
      overCapacityCount: 1,
    });
    expect(await preview({ leaveContainerGroup: leave })).toMatchObject({ losingCards: 3, lostContainers: 2 });
  });

  it('counts every card of the org when an access group opens', async () => {
    const opened = { updateAccessGroup: { ...version(town.near), input: { accessMode: 'open' } } };

    expect(await preview(opened)).toMatchObject({ gainingCards: 4, gainedContainers: 2, losingCards: 0 });
  });

  it('counts containers that open without a card, and leaves their cards out', async () => {
    const group = { updateContainerGroup: { ...version(town.nearGroup), input: { accessMode: 'open' } } };
    expect(await preview(group)).toEqual({ ...nothing, openingContainers: 2 });
    await asSystem((tx) =>
      sql`update container set access_mode = 'open' where id = ${town.farContainer.id}`.execute(tx),
    );

    expect(await preview(moving())).toMatchObject({ losingCards: 3, gainingCards: 0, gainedContainers: 0 });
  });

  it('counts who gains and who loses a container that moves to another group', async () => {
    const moved = (change: object) => ({ updateContainer: { ...version(town.farContainer), input: change } });
    const toNear = moved({ containerGroupId: town.nearGroup.id });
    const exchange = { ...nothing, gainingCards: 3, losingCards: 3, gainedContainers: 1, lostContainers: 1 };

    expect(await preview(toNear)).toEqual(exchange);
    expect(await preview(moved({ containerGroupId: town.farGroup.id }))).toEqual(nothing);
    await asSystem((tx) =>
      sql`update container_group set access_mode = 'open' where id = ${town.nearGroup.id}`.execute(tx),
    );
    expect(await preview(toNear)).toEqual({ ...nothing, openingContainers: 1 });

    const smaller = await asSystem((tx) =>
      tx
        .updateTable('container')
        .set({ card_capacity: 2, access_mode: 'open' })
        .where('id', '=', town.farContainer.id)
        .returningAll()
        .executeTakeFirstOrThrow(),
    );
    const ofSmaller = (input: object) => preview({ updateContainer: { ...version(smaller), input } });
    expect(await ofSmaller({ containerGroupId: town.nearGroup.id })).toEqual(nothing);
    expect(await ofSmaller({ accessMode: 'controlled' })).toEqual({ ...nothing, closingContainers: 1 });
  });

  it('names a lock that would not hold the list of the group that its container moves to', async () => {
    const small = await aContainer({ org_id: town.orgId, card_capacity: 2 });
    const moved = { updateContainer: { ...version(small), input: { containerGroupId: town.farGroup.id } } };

    expect(await preview(moved)).toEqual({
      ...nothing,
      gainingCards: 3,
      gainedContainers: 1,
      overCapacityCount: 1,
      overCapacity: [{ id: small.id }],
    });
  });

  it('counts one card that is handed out or taken back', async () => {
    const { data } = await town.caller.run(
      'query ($id: ID!) { cards(first: 10, filter: { orgId: $id }) { nodes { id apartmentCards { id rowId } } } }',
      { id: town.orgId },
    );
    const cards: { id: string; apartmentCards: { id: string; rowId: string }[] }[] = data.cards.nodes;
    const free = cards.find(({ apartmentCards }) => apartmentCards.length === 0);
    const held = cards.find(({ apartmentCards }) => apartmentCards.length > 0)?.apartmentCards[0];

    expect(await preview({ assignCard: { apartmentId: town.apartment.id, cardId: free?.id } })).toMatchObject({
      gainingCards: 1,
      gainedContainers: 2,
    });
    expect(await preview({ unassignCard: held })).toMatchObject({ losingCards: 1 });
  });

  it('counts what comes of a version that is restored', async () => {
    const open = await asSystem((tx) =>
      tx
        .updateTable('container_group')
        .set({ access_mode: 'open' })
        .where('id', '=', town.nearGroup.id)
        .returningAll()
        .executeTakeFirstOrThrow(),
    );
    const former = ids.sealNumber('version', town.nearGroup.row_id);
    const restored = { kind: 'containerGroup', ...version(open), version: former };
    const manager = await signIn(['manager']);

    expect(await preview({ restoreVersion: restored })).toEqual({ ...nothing, closingContainers: 2 });
    expect(await preview({ restoreVersion: { ...restored, rowId: '1' } })).toMatchObject({ code: 'Conflict' });
    expect(await preview({ restoreVersion: restored }, manager)).toMatchObject({ code: 'Forbidden' });
  });

  it('answers with the refusals of the change, to whom it would refuse it', async () => {
    const manager = await signIn(['manager']);
    const stranger = await signIn(['local_implementer']);
    const stale = { updateEntrance: { ...version(town.entrance), rowId: '1', input: { accessGroupId: null } } };
    const unknown = { updateEntrance: { ...version(town.entrance), input: { accessGroupId: town.entrance.id } } };

    expect(await preview(moving(), manager)).toMatchObject({ code: 'Forbidden' });
    expect(await preview(moving(), stranger)).toMatchObject({ code: 'NotFound' });
    expect(await preview(stale)).toMatchObject({ code: 'Conflict' });
    expect(await preview(unknown)).toMatchObject({
      code: 'NotFound',
      fields: { accessGroupId: 'form.notFound' },
    });
    expect(await preview({})).toMatchObject({ code: 'ValidationFailed' });
  });

  it('waits for nobody: while the lists are being written, it looks at them as they are', async () => {
    await asSystem(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`noa.grants ${town.orgId}`}, 0))`.execute(tx);

      expect(await preview(moving())).toMatchObject({ gainingCards: 3, losingCards: 3 });
    });
  });

  it.skipIf(isClockShifted)(
    'gives up, and says so, where somebody holds what the change needs for too long',
    async () => {
      await db.transaction().execute(async (tx) => {
        await sql`select set_config('noa.scope_all', 'on', true)`.execute(tx);
        await sql`select from entrance where id = ${town.entrance.id} for update`.execute(tx);

        expect(await preview(moving())).toBeNull();
      });
    },
  );

  it('tells what a bulk job would do', async () => {
    const Forecast = `query ($input: BulkJobInput!) {
      bulkForecast(input: $input) { changed effect { losingCards lostContainers gainingCards } }
    }`;
    const { data } = await town.caller.run(Forecast, {
      input: { action: 'block_cards', filter: { card: { orgId: town.orgId } } },
    });

    expect(data.bulkForecast).toEqual({
      changed: 7,
      effect: { losingCards: 6, lostContainers: 3, gainingCards: 0 },
    });
  });
});
