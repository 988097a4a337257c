import { beforeEach, describe, expect, it } from 'vitest';
import { Controller } from '../sync/controller.fixture.ts';
import { differences } from '../sync/grants.fixture.ts';
import type { Row } from '../database/tables.ts';
import {
  aContainer,
  aContainerGroup,
  anAccessGroup,
  anApartment,
  anEntrance,
  anOrg,
  aTowerBlock,
  unique,
} from '../testing/factories.ts';
import { signIn, signInGateway, type Caller } from '../testing/harness.ts';
import { picked, runAll, someCards, start } from '../bulk/bulk.fixture.ts';
import { importFile, settled } from './import.fixture.ts';

interface Street {
  readonly orgId: string;
  readonly implementer: Caller;
  readonly near: Row<'access_group'>;
  readonly far: Row<'access_group'>;
  readonly containerGroup: Row<'container_group'>;
  readonly entrance: Row<'entrance'>;
  readonly block: Row<'tower_block'>;
  readonly apartment: Row<'apartment'>;
  readonly card: Row<'card'>;
  /** Serials that the lock admits after it has asked for what is new. */
  readonly admitted: () => Promise<string[]>;
}

/** An apartment with a card behind an entrance of the access group `near`, and a lock of a group joined to nothing yet. */
async function aStreet(): Promise<Street> {
  const { id: orgId } = await anOrg();
  const own = { org_id: orgId };
  const [near, far] = [await anAccessGroup(own), await anAccessGroup(own)];
  const block = await aTowerBlock({ ...own, addr_street: unique('Str. Nouă '), addr_nr: '1' });
  const entrance = await anEntrance({ ...own, tower_block_id: block.id, access_group_id: near.id, addr_sc: 'A' });
  const apartment = await anApartment({ ...own, entrance_id: entrance.id });
  const containerGroup = await aContainerGroup(own);
  const container = await aContainer({ ...own, container_group_id: containerGroup.id });
  const implementer = await signIn(['local_implementer'], { orgIds: [orgId] });
  const [card] = await someCards(orgId, 1);
  if (!card) {
    throw new Error('No card was made');
  }
  await ask(implementer, `assignCard(apartmentId: "${apartment.id}", cardId: "${card.id}") { id }`);
  const lock = new Controller(container.id, await signInGateway([orgId]));
  const admitted = async () => {
    expect(await lock.poll(100)).toBe(true);
    return [...lock.admitted];
  };
  return { orgId, implementer, near, far, containerGroup, entrance, block, apartment, card, admitted };
}

/** Runs one mutation, written with its values; all but texts of the tests' own are ids. */
async function ask(caller: Caller, mutation: string) {
  const { data, errors } = await caller.run(`mutation { answer: ${mutation} }`);
  expect(errors).toBeUndefined();
  return data.answer;
}

const join = ({ implementer, near, containerGroup }: Street) =>
  ask(
    implementer,
    `joinContainerGroup(accessGroupId: "${near.id}", containerGroupId: "${containerGroup.id}") { rowId }`,
  );

const moveEntrance = ({ implementer, entrance, far }: Street) =>
  ask(
    implementer,
    `updateEntrance(id: "${entrance.id}", rowId: "${entrance.row_id}", input: { accessGroupId: "${far.id}" }) { rowId }`,
  );

const setMode = (street: Street, rowId: string, mode: string) =>
  ask(
    street.implementer,
    `updateAccessGroup(id: "${street.near.id}", rowId: "${rowId}", input: { accessMode: ${mode} }) { rowId }`,
  );

describe('the list of a lock follows at once', () => {
  let street: Street;
  beforeEach(async () => {
    street = await aStreet();
    return async () => {
      expect(await differences()).toEqual([]);
    };
  });
  const expectIn = async () => expect(await street.admitted()).toEqual([street.card.serial_number]);
  const expectOut = async () => expect(await street.admitted()).toEqual([]);

  it('when an access group joins a container group and leaves it', async () => {
    await expectOut();

    await join(street);
    await expectIn();

    const { implementer, near, containerGroup } = street;
    await ask(
      implementer,
      `leaveContainerGroup(accessGroupId: "${near.id}", containerGroupId: "${containerGroup.id}") { id }`,
    );
    await expectOut();
  });

  it('when an entrance moves, and when its older version is restored', async () => {
    await join(street);
    await expectIn();

    const { rowId } = await moveEntrance(street);
    await expectOut();

    const { implementer, entrance } = street;
    await ask(
      implementer,
      `restoreVersion(kind: "entrance", id: "${entrance.id}", rowId: "${rowId}", version: "${entrance.row_id}") { rowId }`,
    );
    await expectIn();
  });

  it('when an access group opens to all and closes', async () => {
    const joined = await join(street);
    await moveEntrance(street);
    await expectOut();

    const opened = await setMode(street, joined.rowId, 'open');
    await expectIn();

    await setMode(street, opened.rowId, 'controlled');
    await expectOut();
  });

  it('when a card is blocked, unblocked, taken back, handed out by its serial, and erased', async () => {
    await join(street);
    const { implementer, card, apartment } = street;
    const move = (name: string, { rowId }: { rowId: string }) =>
      ask(implementer, `${name}(id: "${card.id}", rowId: "${rowId}") { rowId }`);
    await expectIn();

    const blocked = await move('blockCard', { rowId: card.row_id });
    await expectOut();
    const unblocked = await move('unblockCard', blocked);
    await expectIn();
    const { data } = await implementer.run(`{ card(id: "${card.id}") { apartmentCards { id rowId } } }`);
    const [handed] = data.card.apartmentCards;
    await ask(implementer, `unassignCard(id: "${handed.id}", rowId: "${handed.rowId}") { id }`);
    await expectOut();
    await ask(
      implementer,
      `handOutCard(apartmentId: "${apartment.id}", serialNumber: "${card.serial_number}") { __typename }`,
    );
    await expectIn();
    await move('eraseCard', unblocked);
    await expectOut();
  });

  it('when a bulk job moves entrances or blocks cards', async () => {
    const { implementer, entrance, card, far } = street;
    await join(street);
    await expectIn();

    await start(implementer, { action: 'block_cards', selection: picked([card]) });
    await runAll();
    await expectOut();

    await start(implementer, {
      action: 'unblock_cards',
      filter: { card: { q: card.serial_number } },
    });
    await runAll();
    await expectIn();

    await start(implementer, {
      action: 'move_entrances_to_access_group',
      values: { accessGroupId: far.id },
      selection: picked([entrance]),
    });
    await runAll();
    await expectOut();
  });

  it('when an import puts an entrance into another access group', async () => {
    const { orgId, block, far } = street;
    await join(street);
    await expectIn();
    const list = (group: string) => `Strada;Nr;Bloc;Scara;Grup de acces\n${block.addr_street};1;A;A;${group}\n`;

    await importFile(await signIn(['root']), list(far.name), { orgId });
    await expectOut();
  });

  it('when an import joins its group to an access group, and when that is undone', async () => {
    const { orgId, near, containerGroup } = street;
    const root = await signIn(['root']);
    await expectOut();

    const list = `Grup de acces;Platforme\n${near.name};${containerGroup.item_number}\n`;
    const { id } = await importFile(root, list, { orgId, kind: 'accessGroups' });
    await expectIn();

    await ask(root, `undoImport(id: "${id}") { id }`);
    expect(await settled(root, id)).toMatchObject({ state: 'undone' });
    await expectOut();
  });
});
