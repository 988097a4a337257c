import { randomBytes } from 'node:crypto';
import type { Client } from '../client.ts';

/** Batches as gateways send them: each of the connections drains locks of its own. */
export interface Batches {
  /** The boot numbers under which they were numbered. */
  readonly bootNumbers: readonly number[];
  readonly size: number;
  /** Bodies of requests, by connection. */
  readonly bodies: readonly (readonly string[])[];
}

interface Plan {
  readonly round: number;
  readonly batches: number;
  readonly batch: number;
  readonly connections: number;
  /** 200 locks in five runs each, whose events come in no order: any batch may have any of them. Each connection drains locks of its own when absent. */
  readonly isShuffled?: boolean;
}

const shuffledOver = { locks: 200, boots: 5 } as const;

const query = `mutation RecordCardEvents($events: [CardEventInput!]!) {
  recordCardEvents(events: $events) {
    results { index outcome reason }
    completeUpTo { containerId bootNumber number }
  }
}`;

/** Of a hundred openings, how many end so; the rest are full uses. */
const kinds = [...Array<string>(6).fill('access_granted'), ...Array<string>(3).fill('no_use'), 'access_denied'];

/** Events of the town's own containers and cards, some of unknown cards, of the last two weeks; without a gap per lock. */
export async function inventBatches(root: Client, plan: Plan): Promise<Batches> {
  const { round, batches, batch, connections, isShuffled = false } = plan;
  const [all, serials] = [await listContainers(root), await listSerials(root)];
  const containers = isShuffled ? all.slice(0, shuffledOver.locks) : all;
  const bootNumbers = isShuffled
    ? Array.from({ length: shuffledOver.boots }, (_, boot) => 100_000 + round * shuffledOver.boots + boot)
    : [1_000 + round];
  const numbers = new Map<string, number>();
  const pick = <Value>(list: readonly Value[]): Value => list[Math.floor(Math.random() * list.length)] as Value;
  const invent = (locks: readonly string[]) => {
    const [containerId, bootNumber] = [pick(locks), pick(bootNumbers)];
    const eventNumber = (numbers.get(`${containerId} ${bootNumber}`) ?? 0) + 1;
    numbers.set(`${containerId} ${bootNumber}`, eventNumber);
    return {
      containerId,
      bootNumber,
      eventNumber,
      kind: kinds[Math.floor(Math.random() * 100)] ?? 'full_use',
      at: new Date(Date.now() - Math.random() * 14 * 86_400_000).toISOString(),
      serialNumber: Math.random() < 0.01 ? randomBytes(4).toString('hex') : pick(serials),
      listVersion: '1',
    };
  };
  const events = Array.from({ length: connections }, (_, connection) => {
    const own = isShuffled ? containers : containers.filter((__, index) => index % connections === connection);
    const count = Math.floor(batches / connections) + (connection < batches % connections ? 1 : 0);
    return Array.from({ length: count * batch }, () => invent(own));
  });
  const sent = isShuffled ? dealt(shuffled(events.flat()), events) : events;
  const bodies = sent.map((own) =>
    Array.from({ length: own.length / batch }, (_, index) =>
      JSON.stringify({ query, variables: { events: own.slice(index * batch, (index + 1) * batch) } }),
    ),
  );
  return { bootNumbers, size: batches * batch, bodies };
}

function shuffled<Value>(values: readonly Value[]): Value[] {
  const left = [...values];
  for (let last = left.length - 1; last > 0; last -= 1) {
    const other = Math.floor(Math.random() * (last + 1));
    [left[last], left[other]] = [left[other] as Value, left[last] as Value];
  }
  return left;
}

/** The values in lists as long as these. */
function dealt<Value>(values: readonly Value[], like: readonly (readonly unknown[])[]): Value[][] {
  let at = 0;
  return like.map(({ length }) => values.slice(at, (at += length)));
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
