import { randomBytes } from 'node:crypto';
import type { Client } from '../client.ts';

/** Batches as gateways send them: each of the connections drains locks of its own. */
export interface Batches {
  /** The boot number under which all of them were numbered. */
  readonly bootNumber: number;
  readonly size: number;
  /** Bodies of requests, by connection. */
  readonly bodies: readonly (readonly string[])[];
}

interface Plan {
  readonly round: number;
  readonly batches: number;
  readonly batch: number;
  readonly connections: number;
}

const query = `mutation RecordCardEvents($events: [CardEventInput!]!) {
  recordCardEvents(events: $events) {
    results { index outcome reason }
    completeUpTo { containerId bootNumber number }
  }
}`;

/** Of a hundred openings, how many end so; the rest are full uses. */
const kinds = [...Array<string>(6).fill('access_granted'), ...Array<string>(3).fill('no_use'), 'access_denied'];

/** Events of the town's own containers and cards, some of unknown cards, of the last two weeks; without a gap per lock. */
export async function inventBatches(root: Client, { round, batches, batch, connections }: Plan): Promise<Batches> {
  const [containers, serials] = [await listContainers(root), await listSerials(root)];
  const bootNumber = 1_000 + round;
  const numbers = new Map<string, number>();
  const pick = <Value>(list: readonly Value[]): Value => list[Math.floor(Math.random() * list.length)] as Value;
  const bodies = Array.from({ length: connections }, (_, connection) => {
    const own = containers.filter((__, index) => index % connections === connection);
    const count = Math.floor(batches / connections) + (connection < batches % connections ? 1 : 0);
    return Array.from({ length: count }, () => {
      const events = Array.from({ length: batch }, () => {
        const containerId = pick(own);
        const eventNumber = (numbers.get(containerId) ?? 0) + 1;
        numbers.set(containerId, eventNumber);
        return {
          containerId,
          bootNumber,
          eventNumber,
          kind: kinds[Math.floor(Math.random() * 100)] ?? 'full_use',
          at: new Date(Date.now() - Math.random() * 14 * 86_400_000).toISOString(),
          serialNumber: Math.random() < 0.01 ? randomBytes(4).toString('hex') : pick(serials),
          listVersion: '1',
        };
      });
      return JSON.stringify({ query, variables: { events } });
    });
  });
  return { bootNumber, size: batches * batch, bodies };
}

interface Nodes<Node> {
  readonly nodes: readonly Node[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
}

const listContainers = async (root: Client): Promise<string[]> =>
  (await list<{ id: string }>(root, 'containers', 'id')).map(({ id }) => id);

const listSerials = async (root: Client): Promise<string[]> =>
  (await list<{ serialNumber: string }>(root, 'cards', 'serialNumber')).map(({ serialNumber }) => serialNumber);

async function list<Node>(root: Client, field: string, columns: string): Promise<Node[]> {
  const found: Node[] = [];
  for (let after: string | null = null; ;) {
    const page: Record<string, Nodes<Node>> = await root.run(
      `query ($after: String) {
        ${field}(first: 200, after: $after) { nodes { ${columns} } pageInfo { hasNextPage endCursor } }
      }`,
      { after },
    );
    const { nodes, pageInfo } = page[field] as Nodes<Node>;
    found.push(...nodes);
    if (!pageInfo.hasNextPage) {
      return found;
    }
    after = pageInfo.endCursor;
  }
}
