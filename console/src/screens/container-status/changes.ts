import type { ContainerStatusesQuery } from '../../api/generated/graphql.ts';
import { Listeners } from '../../listeners.ts';
import type { State } from './overview.ts';

export type Row = ContainerStatusesQuery['containerStatuses']['nodes'][number];

/** What a container says of itself; where it stands and what it is called do not come with the news. */
export interface StatusChange extends State {
  readonly id: string;
  readonly heardAt?: Row['heardAt'];
  readonly readings?: Row['readings'];
}

/** Milliseconds for which changes gather before they are told. */
const gatherMs = 200;

/**
 * The changes that have come since the screen was opened, the last of each container. They come many a second, so whoever
 * listens is told a few times a second, and looks at what it needs.
 *
 * @param later - calls back once, after a while.
 */
export function createStatusChanges(later: (tell: () => void) => void = (tell) => void setTimeout(tell, gatherMs)) {
  const last = new Map<string, { readonly position: number; readonly change: StatusChange }>();
  const listeners = new Listeners();
  let position = 0;
  let isNotifying = false;

  function tell(): void {
    isNotifying = false;
    listeners.tell();
  }

  return {
    receive(change: StatusChange): void {
      position += 1;
      last.set(change.id, { position, change });
      if (!isNotifying) {
        isNotifying = true;
        later(tell);
      }
    },
    /** A place in the sequence of changes: what is asked from the server now is at least as new as all before it. */
    mark: () => position,
    /** The last change of a container that came after `mark`. */
    since(id: string, mark: number): StatusChange | undefined {
      const entry = last.get(id);
      return entry && entry.position > mark ? entry.change : undefined;
    },
    /** The last change of each container of which one came after `mark`. */
    allSince: (mark: number) => [...last.values()].filter((entry) => entry.position > mark).map(({ change }) => change),
    subscribe: listeners.add,
  };
}

export type StatusChanges = ReturnType<typeof createStatusChanges>;
