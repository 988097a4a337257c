import { expect, type Locator, type Page } from '@playwright/test';
import { graphql, signInByPassword } from './api.ts';
import { recordCardEvents } from './card-events.ts';
import { goTo } from './go-to.ts';
import { seeded } from './seeded.ts';

/** What the journeys of `records.spec.ts` have to know of a kind; adding a kind is adding an entry. */
export interface RecordKind {
  /** In the names of the tests. */
  readonly name: string;
  /** Root of its addresses. */
  readonly root: string;
  /** Who works with it here, and who saves first when two meet. */
  readonly by: string;
  readonly other: string;
  /** The field that the journeys fill and change; the title of the view contains it. */
  readonly field: string;
  /** A value that no other record has. */
  readonly value: () => string;
  /** Opens the form of a new record. */
  readonly open: (page: Page) => Promise<void>;
  /** Whether it is made from the view of what it belongs to, and found there again. */
  readonly isRelated?: true;
  /** Fills what the form demands beside the field. */
  readonly fill?: (form: Locator) => Promise<void>;
  /** Makes a record that nothing depends on, around the console; gives its id. */
  readonly make: (value: string) => Promise<string>;
  /** Makes a record that something depends on, and says what a refusal names; absent for a kind that nothing depends on. */
  readonly makeUsed?: (value: string) => Promise<{ id: string; dependants: RegExp }>;
  /** Where the console goes when a record is gone, unless to the list. */
  readonly next?: RegExp;
}

const root = 'root@noa.test';
const implementer = 'implementer@noa.test';

/** A text that no other record has: short enough for the smallest field. */
export const fresh = (prefix: string): string => `${prefix}${Date.now().toString(36)}${String(counter++)}`;
let counter = 0;

/** Runs an operation in the name of a demonstration account. */
export const as = async <Data>(email: string, query: string, variables?: Record<string, unknown>): Promise<Data> =>
  graphql<Data>(await signInByPassword(email), query, variables);

/** Makes a record by its kind's mutation; gives its id. */
async function make(email: string, type: string, input: Record<string, unknown>): Promise<string> {
  const mutation = `mutation ($input: Create${type}Input!) { made: create${type}(input: $input) { id } }`;
  return (await as<{ made: { id: string } }>(email, mutation, { input })).made.id;
}

/** The first record of a list in the demonstration town. */
async function first(list: string): Promise<string> {
  const query = `{ found: ${list}(${seeded}) { nodes { id } } }`;
  const { found } = await as<{ found: { nodes: { id: string }[] } }>(implementer, query);
  return found.nodes[0]?.id ?? '';
}

const makeGroup = (itemNumber: string) => make(implementer, 'ContainerGroup', { itemNumber });

const makeContainer = async (serialNumber: string, containerGroupId?: string) =>
  make(implementer, 'Container', {
    containerGroupId: containerGroupId ?? (await makeGroup(fresh('Z-'))),
    serialNumber,
    wasteStream: 'glass',
    sizeLitres: 1100,
    volumeControlLitres: 40,
  });

const makeEntrance = async (addrSc: string, belongsTo: Record<string, string> = {}) =>
  make(implementer, 'Entrance', { towerBlockId: await first('towerBlocks'), addrSc, ...belongsTo });

const makeApartment = async (addrAp: string, entranceId?: string) =>
  make(implementer, 'Apartment', { entranceId: entranceId ?? (await makeEntrance(fresh('Z'))), addrAp });

/** Opens the form by the button of the kind's list. */
const fromList = (path: string) => async (page: Page) => {
  await goTo(page, path);
  await page.getByRole('main').getByRole('link', { name: 'Adaugă' }).first().click();
};

/** Chooses a record in a picker by typing its name. */
async function pick(form: Locator, label: string, name: string): Promise<void> {
  await form.getByRole('combobox', { name: label }).fill(name);
  await form.getByRole('option', { name, exact: true }).click();
}

export const recordKinds: readonly RecordKind[] = [
  {
    name: 'an access group',
    root: '/access-groups',
    by: implementer,
    other: root,
    field: 'Nume',
    value: () => fresh('Zona '),
    open: fromList('/access-groups'),
    make: (name) => make(implementer, 'AccessGroup', { name }),
    makeUsed: async (name) => {
      const id = await make(implementer, 'AccessGroup', { name });
      await makeEntrance(fresh('Z'), { accessGroupId: id });
      return { id, dependants: /o scară/ };
    },
  },
  {
    name: 'a container group',
    root: '/container-groups',
    by: implementer,
    other: root,
    field: 'Număr',
    value: () => fresh('Z-'),
    open: fromList('/container-groups'),
    fill: (form) =>
      form
        .getByLabel('Latitudine')
        .fill('47,24656')
        .then(() => form.getByLabel('Longitudine').fill('26,72')),
    make: makeGroup,
    makeUsed: async (itemNumber) => {
      const id = await makeGroup(itemNumber);
      await makeContainer(fresh('ZC-'), id);
      return { id, dependants: /un container/ };
    },
  },
  {
    name: 'a container',
    root: '/containers',
    by: 'containers@noa.test',
    other: root,
    field: 'Număr de serie',
    value: () => fresh('ZC-'),
    open: fromList('/containers'),
    fill: async (form) => {
      const group = fresh('Z-');
      await makeGroup(group);
      await pick(form, 'Grup de containere', group);
      await form.getByLabel('Volum').fill('1100');
      await form.getByLabel('Tambur').fill('40');
    },
    make: makeContainer,
    makeUsed: async (serialNumber) => {
      const id = await makeContainer(serialNumber);
      await recordCardEvents([{ containerId: id, eventNumber: 1, kind: 'no_use', at: new Date().toISOString() }]);
      return { id, dependants: /o încuietoare legată/ };
    },
    next: /\/container-groups\//,
  },
  {
    name: 'an entrance',
    root: '/entrances',
    by: implementer,
    other: root,
    field: 'Scară',
    // The first of its block, whose list has a page: others leave entrances there as well.
    value: () => fresh('0'),
    open: async (page) => {
      await goTo(page, `/tower-blocks/${await first('towerBlocks')}`);
      await page.getByRole('tabpanel').getByRole('link', { name: 'Adaugă' }).click();
    },
    make: makeEntrance,
    makeUsed: async (addrSc) => {
      const id = await makeEntrance(addrSc);
      await makeApartment('1', id);
      return { id, dependants: /un apartament/ };
    },
    isRelated: true,
    next: /\/tower-blocks\//,
  },
  {
    name: 'an apartment',
    root: '/apartments',
    by: implementer,
    other: root,
    field: 'Apartament',
    value: () => fresh('Z'),
    open: async (page) => {
      await goTo(page, `/entrances/${await makeEntrance(fresh('Z'))}`);
      await page.getByRole('tabpanel').getByRole('link', { name: 'Adaugă' }).first().click();
    },
    make: makeApartment,
    makeUsed: async (addrAp) => {
      const id = await makeApartment(addrAp);
      const cardId = await make(implementer, 'Card', { serialNumber: freshSerial(), kind: 'physical' });
      await as(
        implementer,
        'mutation ($apartmentId: ID!, $cardId: ID!) { assignCard(apartmentId: $apartmentId, cardId: $cardId) { id } }',
        { apartmentId: id, cardId },
      );
      return { id, dependants: /1 card/ };
    },
    isRelated: true,
    next: /\/entrances\//,
  },
  {
    name: 'a manager',
    root: '/managers',
    by: implementer,
    other: root,
    field: 'Nume',
    value: () => fresh('Asociația '),
    open: fromList('/managers'),
    make: (name) => make(implementer, 'Manager', { name }),
    makeUsed: async (name) => {
      const id = await make(implementer, 'Manager', { name });
      await makeEntrance(fresh('Z'), { managerId: id });
      return { id, dependants: /o scară/ };
    },
  },
  {
    name: 'an org',
    root: '/orgs',
    by: root,
    other: root,
    field: 'Nume',
    value: () => fresh('Primăria '),
    open: fromList('/orgs'),
    make: (name) => make(root, 'Org', { name }),
    makeUsed: async (name) => {
      const id = await make(root, 'Org', { name });
      await make(root, 'Manager', { orgId: id, name: fresh('Asociația ') });
      return { id, dependants: /un administrator de bloc/ };
    },
  },
];

/** The serial of a card that nobody has, in hexadecimal. */
const freshSerial = (): string =>
  (0x0b00_0000 + ((Date.now() + counter++) % 0x00ff_ffff)).toString(16).padStart(8, '0').toUpperCase();

/** Whether the view shows the record of this value. */
export const expectTitle = (page: Page, value: string): Promise<void> =>
  expect(page.getByRole('heading', { level: 1 })).toContainText(value);
