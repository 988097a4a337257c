import { beforeEach, describe, expect, it } from 'vitest';
import { displaySerialNumber } from '@noa/domain/codes/card-code.ts';
import type { Row } from '../../database/tables.ts';
import { aCard, anAccessGroup, aManager, anApartment, anEntrance, anOrg, aSerial } from '../../testing/factories.ts';
import { signIn, type Caller } from '../../testing/harness.ts';
import { Block, Create, Erase, eventsOf, List, One, Unblock, version } from './card.fixture.ts';

let org: Row<'org'>;
let implementer: Caller;

beforeEach(async () => {
  org = await anOrg();
  implementer = await signIn(['local_implementer'], { orgIds: [org.id] });
});

describe('createCard', () => {
  it.each([
    ['04a2b1c3', '04A2B1C3'],
    ['05:A2:B1:C3:D4', '05A2B1C3D4'],
    [displaySerialNumber('06A2B1C3'), '06A2B1C3'],
    ['04-51-67-8a-92-3c-80', '0451678A923C80'],
  ])('registers %s', async (typed, serialNumber) => {
    const { data } = await implementer.run(Create, { input: { serialNumber: typed, kind: 'physical' } });

    expect(data.createCard).toMatchObject({
      kind: 'physical',
      status: 'normal',
      serialNumber,
      displaySerialNumber: displaySerialNumber(serialNumber),
    });
  });

  it('does not guess what can be read in several ways, but says how', async () => {
    const { errors } = await implementer.run(Create, { input: { serialNumber: '0077771203', kind: 'physical' } });

    expect(errors).toMatchObject([{ code: 'ValidationFailed', fields: { serialNumber: 'form.ambiguousSerial' } }]);
    expect(errors?.[0]?.['readings']).toMatchObject([
      { notation: 'hexadecimal', serialNumber: '0077771203' },
      { notation: 'decimal', byteOrder: 'asTyped', serialNumber: '04A2B1C3' },
      { notation: 'decimal', byteOrder: 'reversed', serialNumber: 'C3B1A204' },
    ]);
  });

  it('refuses what is no serial', async () => {
    const root = await signIn(['root']);

    const { errors } = await root.run(Create, { input: { serialNumber: 'card', kind: 'physical' } });

    expect(errors).toMatchObject([{ code: 'ValidationFailed', fields: { serialNumber: 'form.badSerial' } }]);
  });

  it.each(['08:A2:B1:C3', '08a2b1c3', displaySerialNumber('08A2B1C3')])(
    'refuses %s, which the chip draws anew at each reading, and records nothing',
    async (serialNumber) => {
      for (const kind of ['physical', 'virtual']) {
        const { errors } = await implementer.run(Create, { input: { serialNumber, kind } });
        expect(errors).toMatchObject([{ code: 'ValidationFailed', fields: { serialNumber: 'form.randomSerial' } }]);
      }
      expect((await implementer.run(List)).data.cards.totalCount).toBe(0);
    },
  );

  it('takes longer serials that begin with 08', async () => {
    const { data } = await implementer.run(Create, { input: { serialNumber: '08:A2:B1:C3:D4', kind: 'physical' } });

    expect(data.createCard).toMatchObject({ serialNumber: '08A2B1C3D4' });
  });

  it('refuses a serial that is live in the org, and records the attempt with whose card it is', async () => {
    const apartment = await anApartment({ org_id: org.id });
    const card = await aCard({ org_id: org.id, apartment });

    const { errors } = await implementer.run(Create, { input: { serialNumber: card.serial_number, kind: 'physical' } });

    expect(errors).toMatchObject([{ code: 'ValidationFailed', fields: { serialNumber: 'form.taken' } }]);
    expect(await eventsOf(card.serial_number)).toMatchObject([
      {
        kind: 'duplicate_detected',
        org_id: org.id,
        failed_attempt: true,
        card_id: card.id,
        apartment_id: apartment.id,
        container_id: null,
        actor: expect.stringContaining('@noa.test'),
      },
    ]);
  });

  it.each(['local_implementer', 'root'] as const)(
    'refuses %s a serial that is live elsewhere, and records that without a word of where',
    async (role) => {
      const other = await anOrg();
      const card = await aCard({ org_id: other.id, apartment: await anApartment({ org_id: other.id }) });
      const caller = await signIn([role], { orgIds: [org.id] });

      const input = { orgId: org.id, serialNumber: card.serial_number, kind: 'physical' };
      const { errors } = await caller.run(Create, { input });

      expect(errors).toMatchObject([{ code: 'ValidationFailed', fields: { serialNumber: 'form.taken' } }]);
      expect(await eventsOf(card.serial_number)).toMatchObject([
        { kind: 'duplicate_detected', org_id: org.id, card_id: null, apartment_id: null, entrance_id: null },
      ]);
    },
  );

  it('registers the serial of an erased card again, as a new card', async () => {
    const { id, row_id: rowId, serial_number: serialNumber } = await aCard({ org_id: org.id });
    await implementer.run(Erase, { id, rowId });

    const { data } = await implementer.run(Create, { input: { serialNumber, kind: 'physical' } });

    expect(data.createCard).toMatchObject({ serialNumber, status: 'normal' });
    expect(data.createCard.id).not.toBe(id);
  });

  it.each(['local_reporter', 'manager', 'container_admin', 'ara_user'] as const)('is refused to %s', async (role) => {
    const caller = await signIn([role], { orgIds: [(await anOrg()).id] });

    const { errors } = await caller.run(Create, { input: { serialNumber: aSerial(), kind: 'physical' } });

    expect(errors).toMatchObject([{ code: 'Forbidden' }]);
  });
});

describe('blockCard', () => {
  it('writes the event with who, why, and whose card it was at that moment', async () => {
    const [manager, group] = [await aManager({ org_id: org.id }), await anAccessGroup({ org_id: org.id })];
    const entrance = await anEntrance({ org_id: org.id, manager_id: manager.id, access_group_id: group.id });
    const apartment = await anApartment({ org_id: org.id, entrance_id: entrance.id });
    const card = await aCard({ org_id: org.id, apartment });
    const caller = await signIn(['manager'], { managers: [manager] });

    const { data } = await caller.run(Block, { ...version(card), reason: ' pierdut ' });

    expect(data.blockCard.status).toBe('blocked');
    expect(await eventsOf(card.serial_number)).toMatchObject([
      {
        kind: 'card_blocked',
        reason: 'pierdut',
        actor: expect.stringContaining('@noa.test'),
        card_id: card.id,
        apartment_id: apartment.id,
        entrance_id: entrance.id,
        tower_block_id: entrance.tower_block_id,
        access_group_id: group.id,
        manager_id: manager.id,
        container_id: null,
        failed_attempt: false,
      },
    ]);
  });

  it('is for a resident to do with the own card, who cannot undo it', async () => {
    const apartment = await anApartment({ org_id: org.id });
    const [own, other] = [await aCard({ org_id: org.id, apartment }), await aCard({ org_id: org.id })];
    const resident = await signIn(['ara_user'], { apartments: [apartment] });

    const blocked = await resident.run(Block, version(own));

    expect(blocked.data.blockCard.status).toBe('blocked');
    expect((await resident.run(Unblock, blocked.data.blockCard)).errors).toMatchObject([{ code: 'Forbidden' }]);
    expect((await resident.run(Block, version(other))).errors).toMatchObject([{ code: 'NotFound' }]);
  });

  it('is for a manager to do with a card of the org that nobody holds', async () => {
    const { id, row_id: rowId, serial_number } = await aCard({ org_id: org.id });
    const caller = await signIn(['manager'], { managers: [await aManager({ org_id: org.id })] });

    const { data } = await caller.run(Block, { id, rowId });

    expect(data.blockCard.status).toBe('blocked');
    expect(await eventsOf(serial_number)).toMatchObject([{ kind: 'card_blocked', entrance_id: null }]);
  });

  it('refuses what was made from an old version, writes no event then, and carries the current one', async () => {
    const { id, row_id: rowId, serial_number } = await aCard({ org_id: org.id });
    await implementer.run(Block, { id, rowId });

    const { errors } = await implementer.run(Block, { id, rowId });

    expect(errors).toMatchObject([{ code: 'Conflict', current: { id, status: 'blocked' } }]);
    expect(await eventsOf(serial_number)).toHaveLength(1);
  });

  it('blocks once when two do it at the same moment', async () => {
    const { id, row_id: rowId, serial_number } = await aCard({ org_id: org.id });

    const answers = await Promise.all([implementer.run(Block, { id, rowId }), implementer.run(Block, { id, rowId })]);

    expect(answers.flatMap(({ errors = [] }) => errors.map(({ code }) => code))).toEqual(['Conflict']);
    expect(await eventsOf(serial_number)).toHaveLength(1);
  });

  it.each(['local_reporter', 'container_admin'] as const)('is refused to %s', async (role) => {
    const { id, row_id: rowId } = await aCard({ org_id: org.id });
    const caller = await signIn([role], { orgIds: [org.id] });

    expect((await caller.run(Block, { id, rowId })).errors).toMatchObject([{ code: 'Forbidden' }]);
  });

  it('does not find what another org owns', async () => {
    const { id, row_id: rowId } = await aCard({ org_id: (await anOrg()).id });

    for (const mutation of [Block, Unblock, Erase]) {
      expect((await implementer.run(mutation, { id, rowId })).errors).toMatchObject([{ code: 'NotFound' }]);
    }
  });
});

describe('eraseCard', () => {
  it('takes the card back from its apartment, which the event still names', async () => {
    const apartment = await anApartment({ org_id: org.id });
    const card = await aCard({ org_id: org.id, apartment });

    const { data } = await implementer.run(Erase, version(card));

    expect(data.eraseCard.status).toBe('erased');
    expect(await eventsOf(card.serial_number)).toMatchObject([{ kind: 'card_erased', apartment_id: apartment.id }]);
    const { data: seen } = await implementer.run(
      'query ($id: ID!) { apartment(id: $id) { cardCount apartmentCards { active card { id } } } }',
      { id: apartment.id },
    );
    expect(seen.apartment).toEqual({ cardCount: 0, apartmentCards: [{ active: false, card: { id: card.id } }] });
  });

  it('is refused to managers', async () => {
    const { id, row_id: rowId } = await aCard({ org_id: org.id });
    const caller = await signIn(['manager'], { managers: [await aManager({ org_id: org.id })] });

    expect((await caller.run(Erase, { id, rowId })).errors).toMatchObject([{ code: 'Forbidden' }]);
    expect((await caller.run(One, { id })).data.card).toMatchObject({ viewerCanBlock: true, viewerCanErase: false });
  });
});

describe('cards', () => {
  it('are shown to a manager when its apartments hold them, or nobody in its org', async () => {
    const [own, stranger] = [await aManager({ org_id: org.id }), await aManager({ org_id: org.id })];
    const apartmentOf = async (manager_id: string) =>
      anApartment({ org_id: org.id, entrance_id: (await anEntrance({ org_id: org.id, manager_id })).id });
    const mine = await aCard({ org_id: org.id, apartment: await apartmentOf(own.id) });
    const theirs = await aCard({ org_id: org.id, apartment: await apartmentOf(stranger.id) });
    const free = await aCard({ org_id: org.id });
    const foreign = await aCard({ org_id: (await anOrg()).id });
    const caller = await signIn(['manager'], { managers: [own] });

    const { data } = await caller.run(List);

    expect(data.cards.nodes).toEqual([{ serialNumber: mine.serial_number }, { serialNumber: free.serial_number }]);
    for (const { id } of [theirs, foreign]) {
      expect((await caller.run(One, { id })).errors).toMatchObject([{ code: 'NotFound' }]);
    }
  });

  it.each(['local_reporter', 'container_admin'] as const)('are not for %s', async (role) => {
    const caller = await signIn([role], { orgIds: [org.id] });

    expect((await caller.run(List)).errors).toMatchObject([{ code: 'Forbidden' }]);
  });

  it('are counted for reporters', async () => {
    const apartment = await anApartment({ org_id: org.id });
    await aCard({ org_id: org.id, apartment });
    await aCard({ org_id: org.id, apartment });
    const caller = await signIn(['local_reporter'], { orgIds: [org.id] });

    const { data } = await caller.run('query ($id: ID!) { apartment(id: $id) { cardCount } }', { id: apartment.id });

    expect(data.apartment).toEqual({ cardCount: 2 });
  });

  it('are found by the beginning of either serial and by filters, and ordered by every field', async () => {
    const apartment = await anApartment({ org_id: org.id });
    const [held, free] = [await aCard({ org_id: org.id, apartment }), await aCard({ org_id: org.id })];
    await implementer.run(Block, version(free));
    const serials = async (variables: Record<string, unknown>) =>
      (await implementer.run(List, variables)).data.cards.nodes.map(
        (node: { serialNumber: string }) => node.serialNumber,
      );

    for (const q of [
      held.serial_number.toLowerCase(),
      held.display_serial_number,
      held.serial_number.match(/../g)?.join(':'),
      String(Number(`0x${held.serial_number}`)),
    ]) {
      expect(await serials({ filter: { q } })).toEqual([held.serial_number]);
    }
    expect(await serials({ filter: { q: held.serial_number.slice(0, 4) } })).toHaveLength(2);
    expect(await serials({ filter: { q: held.display_serial_number.slice(0, 3) } })).toHaveLength(2);
    expect(await serials({ filter: { q: '%' } })).toEqual([]);
    expect(await serials({ filter: { status: 'blocked' } })).toEqual([free.serial_number]);
    expect(await serials({ filter: { kind: 'virtual' } })).toEqual([]);
    expect(await serials({ filter: { apartmentId: apartment.id } })).toEqual([held.serial_number]);
    expect(await serials({ filter: { withoutApartment: true } })).toEqual([free.serial_number]);
    for (const field of ['id', 'row_id', 'kind', 'status', 'display_serial_number', 'updated_at']) {
      expect(await serials({ sort: [{ field, direction: 'desc' }] })).toHaveLength(2);
    }
  });
});
