import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '../client.ts';
import { csvLine } from '../csv.ts';
import { forAll } from './progress.ts';

export interface Platform {
  readonly source: Record<string, string>;
  readonly groupId: string;
  readonly accessGroupName: string;
  readonly containers: readonly { readonly id: string; readonly drum: number }[];
}

const streams = ['residual', 'paper_cardboard', 'plastic_metal', 'glass'] as const;

/** A platform with a container for each stream, and the access group that opens it. */
export async function createPlatform(root: Client, orgId: string, source: Record<string, string>): Promise<Platform> {
  const { id: itemNumber = '', name = '', address = '', lat, lon } = source;
  const location = { addrStreet: address, lat: Number(lat), lng: Number(lon) };
  const { createContainerGroup: group } = await root.run<{ createContainerGroup: { id: string } }>(
    'mutation ($input: CreateContainerGroupInput!) { createContainerGroup(input: $input) { id } }',
    { input: { orgId, itemNumber, name, ...location } },
  );
  const accessGroupName = `Platforma ${itemNumber}`;
  await root.run('mutation ($input: CreateAccessGroupInput!) { createAccessGroup(input: $input) { id } }', {
    input: { orgId, name: accessGroupName, containerGroupIds: [group.id] },
  });
  const containers = [];
  for (const [index, wasteStream] of streams.entries()) {
    const volumeControlLitres = wasteStream === 'residual' ? 30 : 60;
    const { createContainer: container } = await root.run<{ createContainer: { id: string } }>(
      'mutation ($input: CreateContainerInput!) { createContainer(input: $input) { id } }',
      {
        input: {
          containerGroupId: group.id,
          serialNumber: `${itemNumber}-${index + 1}`,
          wasteStream,
          sizeLitres: 1_100,
          volumeControlLitres,
        },
      },
    );
    containers.push({ id: container.id, drum: volumeControlLitres });
  }
  return { source, groupId: group.id, accessGroupName, containers };
}

/** Imports the blocks with their entrances and apartments; each entrance joins its platform's access group. */
export async function importBlocks(
  root: Client,
  orgId: string,
  blocks: readonly Record<string, string>[],
  platforms: ReadonlyMap<string, Platform>,
): Promise<void> {
  const header = ['source ref', 'locality', 'street', 'block', 'entrances', 'apartments', 'access group'];
  const rows = blocks.map(({ block = '', entrances = '', apartments = '', platform_id = '' }, index) => {
    const platform = platforms.get(platform_id);
    const street = platform?.source['address'] ?? '';
    return [index + 1, 'Pașcani', street, block, entrances, apartments, platform?.accessGroupName ?? ''];
  });
  const file = new File([[header, ...rows].map(csvLine).join('\n')], 'pascani.csv', { type: 'text/csv' });
  const { startImport: job } = await root.upload<{ startImport: { id: string; mapping: unknown } }>(
    'mutation ($file: Upload!, $orgId: ID) { startImport(kind: "buildings", file: $file, orgId: $orgId) { id mapping } }',
    { orgId },
    file,
  );
  await root.run('mutation ($id: ID!, $mapping: JSON!) { mapImport(id: $id, mapping: $mapping) { id } }', job);
  await settle(root, job.id, 'checked');
  await root.run('mutation ($id: ID!) { applyImport(id: $id) { id } }', { id: job.id });
  await settle(root, job.id, 'applied');
}

/** Waits until the job is where it should be; says why when it is not. */
async function settle(root: Client, id: string, wanted: string): Promise<void> {
  for (;;) {
    const { importJob: job } = await root.run<{
      importJob: { state: string; failure: string | null; problems: { totalCount: number; nodes: unknown[] } };
    }>(
      `query ($id: ID!) { importJob(id: $id) { state failure
        problems(first: 5) { totalCount nodes { rowNumber field value reason } } } }`,
      { id },
    );
    if (job.problems.totalCount > 0 || job.failure) {
      throw new Error(`The import has problems: ${JSON.stringify(job)}`);
    }
    if (job.state === wanted) {
      return;
    }
    await delay(50);
  }
}

export interface Home {
  readonly id: string;
  readonly accessGroupName: string;
}

/** Every apartment of the org, page by page. */
export async function listHomes(root: Client, orgId: string): Promise<Home[]> {
  const homes: Home[] = [];
  let after: string | null = null;
  do {
    const {
      apartments,
    }: {
      apartments: {
        nodes: { id: string; entrance: { accessGroup: { name: string } | null } | null }[];
        pageInfo: { hasNextPage: boolean; endCursor: string | null };
      };
    } = await root.run(
      `query ($orgId: ID, $after: String) { apartments(first: 200, after: $after, filter: { orgId: $orgId }) {
        nodes { id entrance { accessGroup { name } } } pageInfo { hasNextPage endCursor } } }`,
      { orgId, after },
    );
    homes.push(
      ...apartments.nodes.map(({ id, entrance }) => ({ id, accessGroupName: entrance?.accessGroup?.name ?? '' })),
    );
    after = apartments.pageInfo.hasNextPage ? apartments.pageInfo.endCursor : null;
  } while (after !== null);
  return homes;
}

/** Serials that this run alone uses, so that it can be run again on the same server. */
const serialBase = Date.now() % 0x0fff_ffff;
const serialOf = (index: number) =>
  (0x1000_0000 + ((serialBase + index * 16) % 0xe000_0000)).toString(16).toUpperCase();

/** Hands one card to each apartment. */
export async function handOutCards(root: Client, orgId: string, homes: readonly Home[]): Promise<Map<string, string>> {
  const serials = new Map<string, string>();
  await forAll('Cards handed out', [...homes.entries()], async ([index, { id: apartmentId }]) => {
    const serialNumber = serialOf(index);
    const { createCard: card } = await root.run<{ createCard: { id: string } }>(
      'mutation ($input: CreateCardInput!) { createCard(input: $input) { id } }',
      { input: { orgId, kind: 'physical', serialNumber } },
    );
    await root.run(
      'mutation ($apartmentId: ID!, $cardId: ID!) { assignCard(apartmentId: $apartmentId, cardId: $cardId) { id } }',
      {
        apartmentId,
        cardId: card.id,
      },
    );
    serials.set(apartmentId, serialNumber);
  });
  return serials;
}
