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
