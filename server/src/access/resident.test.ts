import { beforeEach, describe, expect, it } from 'vitest';
import type { Row } from '../database/tables.ts';
import { aCard, anAccessGroup, anApartment, anEntrance, anOrg } from '../testing/factories.ts';
import { asSystem, signIn, signInGateway, type Caller } from '../testing/harness.ts';
import { aJoinedContainer, aResident } from './resident.fixture.ts';

let org: Row<'org'>;
let home: Row<'apartment'>;
let nextDoor: Row<'apartment'>;
let card: Row<'card'>;
let container: Row<'container'>;
let resident: Caller;

beforeEach(async () => {
  ({ org, home, nextDoor, card, container, resident } = await aResident());
});

/** What the resident is refused when asking for a record of a kind by its id. */
const refusalOf = async (kind: 'apartment' | 'card' | 'container' | 'entrance', { id }: { id: string }) =>
  (await resident.run(`query ($id: ID!) { ${kind}(id: $id) { id } }`, { id })).errors;
const notFound = [{ code: 'NotFound' }];

describe('a resident', () => {
  it('sees the apartment, its cards and what they open', async () => {
    const { data, errors } = await resident.run(`{
      viewer {
        apartments {
          id label occupierName viewerCanUpdateOccupier
          apartmentCards { active card { id status viewerCanBlock viewerCanUnblock viewerCanErase } }
          containerGroups { nodes { label containers { nodes { id wasteStream fillLevelPct accessMode } } } }
        }
      }
    }`);

    expect(errors).toBeUndefined();
    expect(data.viewer.apartments).toMatchObject([
      {
        id: home.id,
        label: expect.stringContaining('ap. 12'),
        occupierName: 'Țurcanu',
        viewerCanUpdateOccupier: false,
        apartmentCards: [
          {
            active: true,
            card: {
              id: card.id,
              status: 'normal',
              viewerCanBlock: true,
              viewerCanUnblock: false,
              viewerCanErase: false,
            },
          },
        ],
        containerGroups: { nodes: [{ containers: { nodes: [{ id: container.id, fillLevelPct: null }] } }] },
      },
    ]);
  });

  it('with two apartments sees both, and what each opens apart', async () => {
    const group = await anAccessGroup({ org_id: org.id });
    const entrance = await anEntrance({ org_id: org.id, access_group_id: group.id });
    const second = await anApartment({ org_id: org.id, entrance_id: entrance.id });
    const elsewhere = await aJoinedContainer(group);
    const caller = await signIn(['ara_user'], { apartments: [home, second] });

    const { data } = await caller.run(
      '{ viewer { apartments { id containerGroups { nodes { containers { nodes { id } } } } } } }',
    );

    const opened = new Map<string, unknown>(
      data.viewer.apartments.map((each: { id: string; containerGroups: unknown }) => [each.id, each.containerGroups]),
    );
    expect(opened.get(home.id)).toEqual({ nodes: [{ containers: { nodes: [{ id: container.id }] } }] });
    expect(opened.get(second.id)).toEqual({ nodes: [{ containers: { nodes: [{ id: elsewhere.id }] } }] });
  });

  it('of no apartment sees nothing at all', async () => {
    const nobody = await signIn(['ara_user']);

    const { data } = await nobody.run(`{
      viewer { apartments { id } }
      apartments { totalCount } entrances { totalCount } cards { totalCount } apartmentCards { totalCount }
      containerGroups { totalCount } containers { totalCount } cardEvents { totalCount }
    }`);

    expect(data.viewer.apartments).toEqual([]);
    for (const kind of ['apartments', 'entrances', 'cards', 'apartmentCards', 'containerGroups', 'containers']) {
      expect(data[kind]).toEqual({ totalCount: 0 });
    }
  });

  it('sees every container that the card opens, and none that it does not', async () => {
    const open = await anAccessGroup({ org_id: org.id, access_mode: 'open' });
    const closed = await anAccessGroup({ org_id: org.id });
    const foreign = await anAccessGroup({ org_id: (await anOrg()).id, access_mode: 'open' });
    const shut = await aJoinedContainer(closed);
    const foreignOpen = await aJoinedContainer(foreign, 'open');
    const forAllCards = await aJoinedContainer(open);
    const forAll = await aJoinedContainer(closed, 'open');

    const { data } = await resident.run('{ containers { nodes { id } } }');
    const ids = (data.containers.nodes as { id: string }[]).map(({ id }) => id);

    expect(new Set(ids)).toEqual(new Set([container.id, forAllCards.id, forAll.id]));
    for (const id of ids) {
      const answer = await resident.run(
        'query ($c: ID!, $k: ID!) { mayOpen(cardId: $c, containerId: $k) { allowed } }',
        {
          c: card.id,
          k: id,
        },
      );
      expect(answer.data.mayOpen).toEqual({ allowed: true });
    }
    for (const other of [shut, foreignOpen]) {
      expect(await refusalOf('container', other)).toMatchObject(notFound);
    }
  });

  it('learns why a container opens, but not how the staff calls its groups', async () => {
    const { data } = await resident.run(
      `query ($c: ID!, $k: ID!) {
        mayOpen(cardId: $c, containerId: $k) { allowed reasons { rule holds via { kind } } }
      }`,
      { c: card.id, k: container.id },
    );

    expect(data.mayOpen.allowed).toBe(true);
    const joined = data.mayOpen.reasons.find(({ rule }: { rule: string }) => rule === 'apartment_joined');
    expect(joined).toEqual({
      rule: 'apartment_joined',
      holds: true,
      via: [{ kind: 'apartment' }, { kind: 'entrance' }],
    });
  });
});

describe('a resident is told nothing of', () => {
  it('neighbours: not their apartment, occupier, cards or events', async () => {
    const theirs = await aCard({ org_id: org.id, apartment: nextDoor });
    const gateway = await signInGateway([org.id]);
    const at = new Date().toISOString();
    const events = [card, theirs].map(({ serial_number: serialNumber }, index) => ({
      containerId: container.id,
      eventNumber: index + 1,
      kind: 'full_use',
      at,
      serialNumber,
    }));
    await gateway.run(
      'mutation ($events: [CardEventInput!]!) { recordCardEvents(events: $events) { results { outcome } } }',
      { events },
    );

    const { data, errors } = await resident.run(
      `query ($entrance: ID!, $container: ID!) {
        apartments { nodes { id occupierName } }
        entrance(id: $entrance) { apartmentCount apartments { totalCount nodes { occupierName } } }
        cards { nodes { id serialNumber } }
        apartmentCards { nodes { apartment { id } } }
        cardEvents(filter: { containerId: $container }) { totalCount nodes { serialNumber litres } }
      }`,
      { entrance: home.entrance_id, container: container.id },
    );

    expect(errors).toBeUndefined();
    expect(data).toEqual({
      apartments: { nodes: [{ id: home.id, occupierName: 'Țurcanu' }] },
      entrance: { apartmentCount: 1, apartments: { totalCount: 1, nodes: [{ occupierName: 'Țurcanu' }] } },
      cards: { nodes: [{ id: card.id, serialNumber: card.serial_number }] },
      apartmentCards: { nodes: [{ apartment: { id: home.id } }] },
      cardEvents: { totalCount: 1, nodes: [{ serialNumber: card.serial_number, litres: 30 }] },
    });
    expect(await refusalOf('apartment', nextDoor)).toMatchObject(notFound);
    expect(await refusalOf('card', theirs)).toMatchObject(notFound);
  });

  it('neighbours, by filters either', async () => {
    const theirs = await aCard({ org_id: org.id, apartment: nextDoor });

    const { data } = await resident.run(
      `query ($card: ID!, $apartment: ID!, $serial: String!) {
        byCard: cardEvents(filter: { cardId: $card }) { totalCount }
        byApartment: cardEvents(filter: { apartmentId: $apartment }) { totalCount }
        cards(filter: { q: $serial }) { totalCount }
        free: cards(filter: { withoutApartment: true }) { totalCount }
        handed: apartmentCards(filter: { cardId: $card }) { totalCount }
        apartments(filter: { occupierName: "Vecinescu" }) { totalCount }
        containerGroups(filter: { apartmentId: $apartment }) { totalCount }
      }`,
      { card: theirs.id, apartment: nextDoor.id, serial: theirs.serial_number },
    );

    expect(Object.values(data)).toEqual(Array.from({ length: 7 }, () => ({ totalCount: 0 })));
  });

  it('other entrances', async () => {
    const other = await anEntrance({
      org_id: org.id,
      tower_block_id: (await anEntrance({ org_id: org.id })).tower_block_id,
    });

    expect(await refusalOf('entrance', other)).toMatchObject(notFound);
    expect((await resident.run('{ entrances { nodes { id } } }')).data.entrances.nodes).toEqual([
      { id: home.entrance_id },
    ]);
  });

  it('who held the card before, or lived there', async () => {
    const former = await aCard({ org_id: org.id, apartment: home, active: false });
    await asSystem((tx) =>
      tx
        .insertInto('apartment_card')
        .values({ org_id: org.id, apartment_id: nextDoor.id, card_id: card.id, active: false })
        .execute(),
    );

    const { data } = await resident.run(
      `query ($id: ID!) { card(id: $id) { apartmentCards { apartment { id } } } apartments { nodes { apartmentCards { active card { id } } } } }`,
      { id: card.id },
    );
    const past = await resident.run(
      'query ($id: ID!, $asOf: DateTime) { apartment(id: $id, asOf: $asOf) { occupierName } }',
      { id: home.id, asOf: home.valid_from.toISOString() },
    );

    expect(data.card.apartmentCards).toEqual([{ apartment: { id: home.id } }]);
    expect(data.apartments.nodes[0].apartmentCards).toEqual([
      { active: true, card: { id: card.id } },
      { active: false, card: null },
    ]);
    expect(await refusalOf('card', former)).toMatchObject(notFound);
    expect(past.errors).toMatchObject([{ code: 'Forbidden' }]);
  });

  it('the staff: who wrote a record, blocked a card, or lost a race against the resident', async () => {
    const staff = await signIn(['local_implementer'], { orgIds: [org.id] });
    const move = (name: string) => `mutation ($id: ID!, $rowId: ID!) { ${name}(id: $id, rowId: $rowId) { id rowId } }`;
    const blocked = await staff.run(move('blockCard'), { id: card.id, rowId: card.row_id });
    await staff.run(move('unblockCard'), { id: card.id, rowId: blocked.data.blockCard.rowId });

    const seen = await resident.run(
      `{ cards { nodes { updatedBy updatedAt } } apartments { nodes { updatedBy } } containers { nodes { updatedBy } } cardEvents { nodes { kind } } }`,
    );
    const conflict = await resident.run(move('blockCard'), { id: card.id, rowId: card.row_id });
    const actor = await resident.run('{ cardEvents { nodes { actor } } }');

    expect(JSON.stringify([seen, conflict])).not.toContain('noa.test');
    expect(seen.data.cards.nodes).toMatchObject([{ updatedBy: null, updatedAt: expect.any(String) }]);
    expect(seen.data.cardEvents.nodes).toHaveLength(2);
    expect(conflict.errors).toMatchObject([{ code: 'Conflict', current: { id: card.id, status: 'normal' } }]);
    expect(actor.errors?.[0]).toMatchObject({ code: 'Forbidden' });
    expect((await staff.run('{ cardEvents { nodes { actor } } }')).data.cardEvents.nodes[0].actor).toContain(
      'noa.test',
    );
  });

  it.each([
    '{ orgs { totalCount } }',
    '{ managers { totalCount } }',
    '{ accessGroups { totalCount } }',
    '{ towerBlocks { totalCount } }',
    '{ entrances { nodes { manager { name } } } }',
    '{ entrances { nodes { accessGroup { name } } } }',
    '{ entrances { nodes { towerBlock { entrances { totalCount } } } } }',
    '{ containerGroups { nodes { accessGroups { name } } } }',
    '{ apartments { nodes { org { name } cardCount } } }',
    '{ reports { name } }',
    '{ gisNodes { totalCount } }',
    '{ history(kind: "card", id: "x") { totalCount } }',
  ])('what is not theirs: %s', async (query) => {
    expect((await resident.run(query)).errors?.[0]).toMatchObject({ code: 'Forbidden' });
  });
});

describe('a resident who also works for an org', () => {
  it('is told who of its staff wrote what, there and not at home', async () => {
    const work = await anOrg();
    const group = await anAccessGroup({ org_id: work.id });
    const caller = await signIn(['ara_user', 'local_implementer'], { orgIds: [work.id], apartments: [home] });

    const { data } = await caller.run(
      'query ($id: ID!) { accessGroup(id: $id) { updatedBy } viewer { apartments { id updatedBy } } }',
      { id: group.id },
    );
    const lost = await caller.run('mutation ($id: ID!) { blockCard(id: $id, rowId: "1") { id } }', { id: card.id });

    expect(data).toEqual({
      accessGroup: { updatedBy: 'tests' },
      viewer: { apartments: [{ id: home.id, updatedBy: null }] },
    });
    expect(lost.errors).toMatchObject([{ code: 'Conflict', current: { id: card.id } }]);
    expect(lost.errors?.[0]?.['current']).not.toHaveProperty('updatedBy');
  });
});
