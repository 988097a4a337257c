import { describe, expect, it } from 'vitest';
import { aContainer, aContainerGroup, anApartment, anAccessGroup, anEntrance, anOrg } from '../testing/factories.ts';
import { asSystem, signIn } from '../testing/harness.ts';

const MayOpen = /* GraphQL */ `
  query ($cardId: ID!, $containerId: ID!) {
    mayOpen(cardId: $cardId, containerId: $containerId) {
      allowed
      reasons {
        rule
        holds
        via {
          kind
          id
          label
        }
      }
    }
  }
`;

let serials = 0;

interface Given {
  cardStatus?: 'normal' | 'blocked' | 'erased';
  held?: boolean;
  joined?: boolean;
  containerMode?: 'controlled' | 'open';
  containerGroupMode?: 'controlled' | 'open';
  otherGroupMode?: 'controlled' | 'open';
}

/** A card and a container, with whatever lies between them. */
async function given({ cardStatus = 'normal', held = true, joined = true, ...modes }: Given) {
  const org = await anOrg();
  const platform = await aContainerGroup({ org_id: org.id, access_mode: modes.containerGroupMode ?? 'controlled' });
  const container = await aContainer({
    org_id: org.id,
    container_group_id: platform.id,
    access_mode: modes.containerMode ?? 'controlled',
  });
  const group = await anAccessGroup({ org_id: org.id });
  const other = await anAccessGroup({ org_id: org.id, access_mode: modes.otherGroupMode ?? 'controlled' });
  const entrance = await anEntrance({ org_id: org.id, access_group_id: group.id });
  const apartment = await anApartment({ org_id: org.id, entrance_id: entrance.id });
  const card = await asSystem(async (tx) => {
    const serial = `08CC${(++serials).toString(16).padStart(4, '0').toUpperCase()}`;
    const row = await tx
      .insertInto('card')
      .values({
        org_id: org.id,
        kind: 'physical',
        serial_number: serial,
        display_serial_number: 'ABCDEFG',
        status: cardStatus,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const joins = [...(joined ? [group.id] : []), other.id];
    for (const access_group_id of joins) {
      await tx
        .insertInto('access_group_container_group')
        .values({ org_id: org.id, access_group_id, container_group_id: platform.id })
        .execute();
    }
    if (held) {
      await tx
        .insertInto('apartment_card')
        .values({ org_id: org.id, apartment_id: apartment.id, card_id: row.id })
        .execute();
    }
    return row;
  });
  return { org, container, card, entrance, apartment };
}

async function decide({ card, container }: { card: { id: string }; container: { id: string } }) {
  const root = await signIn(['root']);
  const { data } = await root.run(MayOpen, { cardId: card.id, containerId: container.id });
  return data.mayOpen;
}

const cases: [string, Given, boolean, string[]][] = [
  ['a resident’s card opens the platform of its access group', {}, true, ['card_normal', 'apartment_joined']],
  ['a card nobody holds opens nothing', { held: false }, false, ['card_normal']],
  ['a group that is not joined opens nothing', { joined: false }, false, ['card_normal']],
  ['a blocked card opens nothing, though its apartment may', { cardStatus: 'blocked' }, false, ['apartment_joined']],
  ['an erased card opens nothing', { cardStatus: 'erased', held: false }, false, []],
  [
    'an open access group lets any card of the org in',
    { held: false, otherGroupMode: 'open' },
    true,
    ['card_normal', 'access_group_open'],
  ],
  [
    'an open access group keeps a blocked card out',
    { cardStatus: 'blocked', held: false, otherGroupMode: 'open' },
    false,
    ['access_group_open'],
  ],
  [
    'an open container takes anybody',
    { cardStatus: 'blocked', containerMode: 'open' },
    true,
    ['container_open', 'apartment_joined'],
  ],
  [
    'an open platform takes anybody',
    { held: false, cardStatus: 'erased', containerGroupMode: 'open' },
    true,
    ['container_group_open'],
  ],
];

describe('mayOpen', () => {
  it.each(cases)('%s', async (_what, facts, allowed, rules) => {
    const decision = await decide(await given(facts));

    expect(decision.allowed).toBe(allowed);
    expect(
      decision.reasons.filter(({ holds }: { holds: boolean }) => holds).map(({ rule }: { rule: string }) => rule),
    ).toEqual(rules);
  });

  it('names the records it goes through', async () => {
    const facts = await given({});

    const { reasons } = await decide(facts);

    expect(reasons.find(({ rule }: { rule: string }) => rule === 'apartment_joined').via).toMatchObject([
      { kind: 'apartment', id: facts.apartment.id, label: expect.stringContaining('ap.') },
      { kind: 'entrance', id: facts.entrance.id },
      { kind: 'accessGroup' },
    ]);
  });

  it('does not open another org’s containers, open access groups included', async () => {
    const { container } = await given({ otherGroupMode: 'open' });
    const { card } = await given({});

    expect((await decide({ card, container })).allowed).toBe(false);
  });

  it('answers for what the caller may see only', async () => {
    const { card, container, org } = await given({});
    const stranger = await signIn(['local_implementer'], { orgIds: [(await anOrg()).id] });
    const reporter = await signIn(['local_reporter'], { orgIds: [org.id] });
    const variables = { cardId: card.id, containerId: container.id };

    expect((await stranger.run(MayOpen, variables)).errors).toMatchObject([{ code: 'NotFound' }]);
    expect((await reporter.run(MayOpen, variables)).errors).toMatchObject([{ code: 'Forbidden' }]);
  });
});
