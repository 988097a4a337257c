import type { ApolloClient } from '@apollo/client';
import type { WasteStream } from '@noa/domain/vocabulary.ts';
import type { ContainerStatusFilter, RouteContainersQuery } from '../../api/generated/graphql.ts';
import { isFull } from '../../status/cause.ts';
import { RouteContainersDocument, RouteSpotsDocument } from './collection-route.graphql.ts';
import { currentSpot } from './position.ts';
import { addStops, mostStops, noteBegun, type Stop } from './route.ts';
import { changeRoute } from './saved-route.ts';

/** Rows of one answer at most. */
const mostRows = 200;

type Node = RouteContainersQuery['containerStatuses']['nodes'][number];

/** What became of the wish to have containers on the route. */
export interface Added {
  /** How many were asked for or found. */
  readonly found: number;
  /** How many had no room. */
  readonly left: number;
}

/**
 * Puts containers on today's route and orders it, from where this device is if it says so. They are asked for with all that the
 * route shows, so that it is read without network.
 *
 * @throws whatever the requests throw; nothing has changed then.
 */
export async function addChosen(client: ApolloClient, account: string, ids: readonly string[]): Promise<Added> {
  const chosen = ids.slice(0, mostStops);
  const nodes = await containers(client, { ids: [...chosen] });
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const { left } = await add(
    client,
    account,
    chosen.flatMap((id) => byId.get(id) ?? []),
  );
  return { found: ids.length, left: left + ids.length - chosen.length };
}

/**
 * The same for all that are so full that somebody has to empty them.
 *
 * @param stream - only those of one waste stream; null: of all.
 */
export async function addFull(client: ApolloClient, account: string, stream: WasteStream | null): Promise<Added> {
  const of = (level: 'error' | 'warning') => containers(client, { level, ...(stream && { wasteStream: stream }) });
  const full = (await Promise.all([of('error'), of('warning')])).flat().filter(isFull);
  return add(client, account, full);
}

async function containers(client: ApolloClient, filter: ContainerStatusFilter): Promise<readonly Node[]> {
  const { data } = await client.query({
    query: RouteContainersDocument,
    variables: { filter, first: mostRows },
    fetchPolicy: 'no-cache',
  });
  return data?.containerStatuses.nodes ?? [];
}

async function add(client: ApolloClient, account: string, nodes: readonly Node[]): Promise<Added> {
  const ids = nodes.slice(0, mostRows).map(({ id }) => id);
  if (ids.length === 0) {
    return { found: 0, left: 0 };
  }
  const asked = client.query({
    query: RouteSpotsDocument,
    variables: { filter: { ids } },
    fetchPolicy: 'no-cache',
  });
  const [{ data }, start] = await Promise.all([asked, currentSpot()]);
  const spots = new Map(
    data?.containerStatusPoints.map(({ id, latitude, longitude }) => [id, { latitude, longitude }]),
  );
  const stops = nodes.map(({ id, container: { label, wasteStream, addrStreet, addrNr } }): Omit<Stop, 'outcome'> => ({
    id,
    label,
    address: [addrStreet, addrNr].filter(Boolean).join(' '),
    wasteStream,
    spot: spots.get(id) ?? null,
  }));
  let left = 0;
  const now = new Date().toISOString();
  changeRoute(account, (route) => {
    const added = addStops(route, stops, start);
    ({ left } = added);
    return noteBegun(added.route, now);
  });
  return { found: nodes.length, left };
}
