import type { Client } from '../client.ts';
import { Registry, type AccessGroupFacts, type CardFacts, type ContainerFacts } from './registry.ts';

export interface Org {
  readonly id: string;
  readonly name: string;
}

interface Page<Node> {
  readonly nodes: readonly Node[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** Every row of a list, page by page. `selection` is what is asked of a node; `args` come after `first` and `after`. */
export async function listAll<Node>(
  client: Client,
  list: string,
  args: string,
  selection: string,
  first = 200,
): Promise<Node[]> {
  const nodes: Node[] = [];
  let after: string | null = null;
  do {
    const query = `query ($first: Int, $after: String) {
      list: ${list}(first: $first, after: $after${args}) { nodes { ${selection} } pageInfo { hasNextPage endCursor } } }`;
    const { list: page }: { list: Page<Node> } = await client.run<{ list: Page<Node> }>(query, { first, after });
    nodes.push(...page.nodes);
    after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
  } while (after !== null);
  return nodes;
}

/**
 * The org whose containers are played: the one named so, or the first that the gateway serves.
 *
 * @throws {Error} with one sentence when there is none.
 */
export async function findOrg(root: Client, gatewayId: string, name: string | undefined): Promise<Org> {
  const orgs = await listAll<Org & { gateways: string[] }>(root, 'orgs', '', 'id name gateways');
  const served = orgs.filter(({ gateways }) => gateways.includes(gatewayId));
  const org = served.find((each) => name === undefined || each.name === name);
  if (!org) {
    throw new Error(`The gateway ${gatewayId} serves no org${name === undefined ? '' : ` named ${name}`}.`);
  }
  return org;
}

interface ContainerNode {
  readonly id: string;
  readonly serialNumber: string;
  readonly accessMode: string;
  readonly volumeControlLitres: number;
  readonly sizeLitres: number;
  readonly containerGroup: { readonly id: string; readonly accessMode: string };
}

/** The first so many containers of the org by serial number; what it has too few of is made, a group at a time. */
export async function findContainers(root: Client, org: Org, count: number, say: (line: string) => void) {
  const ask = () =>
    listAll<ContainerNode>(
      root,
      'containers',
      `, filter: { orgId: "${org.id}" }`,
      'id serialNumber accessMode volumeControlLitres sizeLitres containerGroup { id accessMode }',
    );
  const there = await ask();
  if (there.length < count) {
    say(`${org.name} has ${there.length} containers; ${count - there.length} are made`);
    await makeContainers(root, org, count - there.length);
  }
  const all = there.length < count ? await ask() : there;
  return all
    .toSorted((a, b) => (a.serialNumber < b.serialNumber ? -1 : 1))
    .slice(0, count)
    .map(({ id, serialNumber, accessMode, volumeControlLitres, sizeLitres, containerGroup }): ContainerFacts => ({
      id,
      serialNumber,
      containerGroupId: containerGroup.id,
      opensToAll: accessMode === 'open' || containerGroup.accessMode === 'open',
      drumLitres: volumeControlLitres,
      sizeLitres,
    }));
}

async function makeContainers(root: Client, org: Org, count: number): Promise<void> {
  const groups = await listAll<{ id: string }>(root, 'containerGroups', `, filter: { orgId: "${org.id}" }`, 'id');
  const stamp = Date.now().toString(36).toUpperCase();
  for (let made = 0; made < count; made += 1) {
    const group = groups[made % groups.length];
    if (!group) {
      throw new Error(`${org.name} has no container groups to put containers into.`);
    }
    await root.run('mutation ($input: CreateContainerInput!) { createContainer(input: $input) { id } }', {
      input: {
        containerGroupId: group.id,
        serialNumber: `SIM-${stamp}-${made + 1}`,
        wasteStream: 'residual',
        sizeLitres: 1_100,
        volumeControlLitres: 30,
      },
    });
  }
}

/** Reads all that decides who opens what in the org. */
export async function readRegistry(root: Client, org: Org, containers: readonly ContainerFacts[]): Promise<Registry> {
  const ofOrg = `, filter: { orgId: "${org.id}" }`;
  const cards = await listAll<{ id: string; serialNumber: string; status: string }>(
    root,
    'cards',
    ofOrg,
    'id serialNumber status',
  );
  const live = cards
    .filter(({ status }) => status !== 'erased')
    .map(({ status, ...card }): CardFacts => ({
      ...card,
      status: status === 'normal' ? 'normal' : 'blocked',
      apartmentId: null,
    }));
  const byId = new Map(live.map((card) => [card.id, card]));
  const held = await listAll<{ apartment: { id: string }; card: { id: string } }>(
    root,
    'apartmentCards',
    ', filter: { active: true }',
    'apartment { id } card { id }',
  );
  for (const { apartment, card } of held) {
    const known = byId.get(card.id);
    if (known) {
      known.apartmentId = apartment.id;
    }
  }
  const apartments = await listAll<{ id: string; entrance: { id: string } }>(
    root,
    'apartments',
    ofOrg,
    'id entrance { id }',
  );
  const entrances = await listAll<{ id: string; accessGroup: { id: string } | null }>(
    root,
    'entrances',
    ofOrg,
    'id accessGroup { id }',
  );
  const accessGroups = await listAll<{
    id: string;
    accessMode: string;
    containerGroups: { nodes: { id: string }[]; pageInfo: { hasNextPage: boolean } };
  }>(
    root,
    'accessGroups',
    ofOrg,
    'id accessMode containerGroups(first: 200) { nodes { id } pageInfo { hasNextPage } }',
    25,
  );
  if (accessGroups.some(({ containerGroups }) => containerGroups.pageInfo.hasNextPage)) {
    throw new Error('An access group with more than 200 container groups is more than the simulator plays.');
  }
  return new Registry({
    cards: new Map(
      live.toSorted((a, b) => (a.serialNumber < b.serialNumber ? -1 : 1)).map((card) => [card.serialNumber, card]),
    ),
    apartments: new Map(apartments.map(({ id, entrance }) => [id, entrance.id])),
    entrances: new Map(entrances.map(({ id, accessGroup }) => [id, accessGroup?.id ?? null])),
    accessGroups: new Map(
      accessGroups.map(({ id, accessMode, containerGroups }) => [
        id,
        {
          id,
          open: accessMode === 'open',
          containerGroupIds: new Set(containerGroups.nodes.map((group) => group.id)),
        } satisfies AccessGroupFacts,
      ]),
    ),
    containers: new Map(containers.map((container) => [container.id, container])),
  });
}
