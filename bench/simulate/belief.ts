import type { Client } from '../client.ts';
import type { Lock } from './lock.ts';
import { listAll } from './town.ts';
import type { Finding } from './verdict.ts';

interface Believed {
  readonly container: { readonly id: string };
  readonly wantedVersion: string | null;
  readonly appliedVersion: string | null;
  readonly readings: readonly { readonly kind: string; readonly value: string | null }[];
}

/**
 * What the server believes of the locks, once all has arrived: that each holds the newest version of its list, and what it
 * told last of battery and fill. The latter only of locks whose clock was right all the time: with others, later may look
 * earlier.
 */
export async function compareBeliefs(root: Client, locks: readonly Lock[]): Promise<Finding> {
  const all = await listAll<Believed>(
    root,
    'containerStatuses',
    '',
    'container { id } wantedVersion appliedVersion readings { kind value }',
    100,
  );
  const byContainer = new Map(all.map((status) => [status.container.id, status]));
  let readings = 0;
  const differences = locks.flatMap(({ container, list, lastTold, clockWasRight }) => {
    const believed = byContainer.get(container.id);
    const told = clockWasRight ? Object.entries(lastTold) : [];
    readings += told.length;
    const facts: (readonly [string, string | null, string | null | undefined])[] = [
      ['list applied', list.version, believed?.appliedVersion],
      ['list wanted', list.version, believed?.wantedVersion],
      ...told.map(
        ([kind, value]) => [kind, value, believed?.readings.find((reading) => reading.kind === kind)?.value] as const,
      ),
    ];
    return facts
      .filter(([, here, there]) => (here ?? '0') !== (there ?? '0'))
      .map(
        ([what, here, there]) =>
          `container ${container.serialNumber}: ${what} is ${here} here, ${there ?? 'nothing'} at the server`,
      );
  });
  return {
    title: `${locks.length} locks hold the list version that the server believes; ${readings} readings are the last they told`,
    differences,
  };
}

/** A device's clock may be so far ahead of the server's. */
const aheadMs = 5 * 60_000;

/** Events older than this are past their retention: such a time can only be a wrong clock. */
const oldestMs = 3 * 365 * 86_400_000;

/** Receipt is noted by the server, and again by its database. */
const receiptMs = 5_000;

/** Locks whose events are looked at, and events of each. */
const looked = { locks: 12, events: 200 } as const;

interface Timed {
  readonly occurredAt: string;
  readonly deviceAt: string | null;
  readonly receivedAt: string;
  readonly clockCorrected: boolean;
}

/** Times that cannot be right count from their receipt and say so; all others stay as the lock told them. */
export async function compareClocks(root: Client, locks: readonly Lock[]): Promise<Finding> {
  const wrongFirst = locks.toSorted((a, b) => Number(a.clockWasRight) - Number(b.clockWasRight)).slice(0, looked.locks);
  const differences: string[] = [];
  let [seen, corrected] = [0, 0];
  for (const { container } of wrongFirst) {
    const { cardEvents } = await root.run<{ cardEvents: { nodes: Timed[] } }>(
      `query ($id: ID!, $first: Int!) { cardEvents(first: $first, filter: { containerId: $id }) {
        nodes { occurredAt deviceAt receivedAt clockCorrected } } }`,
      { id: container.id, first: looked.events },
    );
    for (const { occurredAt, deviceAt, receivedAt, clockCorrected } of cardEvents.nodes) {
      if (deviceAt !== null) {
        const ahead = Date.parse(deviceAt) - Date.parse(receivedAt);
        const wrong = ahead > aheadMs || ahead < -oldestMs;
        seen += 1;
        corrected += Number(wrong);
        const off = Math.abs(Date.parse(occurredAt) - Date.parse(wrong ? receivedAt : deviceAt));
        if (clockCorrected !== wrong || off > (wrong ? receiptMs : 0)) {
          differences.push(
            `container ${container.serialNumber}: told ${deviceAt}, received ${receivedAt}, kept ${occurredAt}`,
          );
        }
      }
    }
  }
  return {
    title: `${seen.toLocaleString('en')} events have the time they must, ${corrected} of them corrected to their receipt`,
    differences,
  };
}
