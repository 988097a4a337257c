import { useState } from 'react';

export interface Listed {
  readonly id: string;
  /** The version that is shown; lists that offer something over many ask for it. */
  readonly rowId?: string;
}

/** What an action is about. */
export interface Chosen {
  /** Versions that were picked, by their record. */
  readonly picked: ReadonlyMap<string, string>;
  /** Everything that the list matches is meant, shown or not. */
  readonly everything: boolean;
  /** What the one record is called that is meant, where it was not picked but named. */
  readonly called?: string | undefined;
}

interface State {
  readonly of: string;
  readonly picked: ReadonlyMap<string, string>;
  readonly everything: boolean;
  readonly last: string | null;
}

/**
 * Which rows of a list are picked. It lasts from page to page, and ends with the list it was made from.
 *
 * @param rows - the page.
 * @param of - what the list matches: another list has another selection.
 * @param stale - the page answers another question than the one asked now.
 */
export function useSelection(rows: readonly Listed[], of: string, stale: boolean) {
  const nothing: State = { of, picked: new Map(), everything: false, last: null };
  const [kept, setState] = useState(nothing);
  const state = kept.of === of ? kept : nothing;
  const { picked, everything, last } = state;

  const isPicked = (id: string) => everything || picked.has(id);
  const count = rows.filter(({ id }) => isPicked(id)).length;
  const page: 'all' | 'some' | 'none' = count === 0 ? 'none' : count === rows.length ? 'all' : 'some';
  const isPageReady = rows.length > 0 && !stale;

  function change(ids: readonly string[], add: boolean, pivot: string | null) {
    // Taking one away from everything leaves what can be seen of it.
    const next = new Map(everything ? rows.map((row) => [row.id, row.rowId ?? '']) : picked);
    for (const { id, rowId = '' } of rows.filter((row) => ids.includes(row.id))) {
      if (add) {
        next.set(id, rowId);
      } else {
        next.delete(id);
      }
    }
    setState({ of, picked: next, everything: false, last: pivot });
  }

  return {
    picked,
    everything,
    /** How much of the page is picked. */
    page,
    /** Whether its rows can be picked: there are some, and they are those that were asked for. */
    isPageReady,
    isPicked,
    /** @param range - also the rows between this one and the one that was toggled before it. */
    toggle: (id: string, range: boolean) =>
      isPageReady && change(range ? between(rows, last ?? id, id) : [id], range || !isPicked(id), id),
    togglePage: () =>
      isPageReady &&
      change(
        rows.map(({ id }) => id),
        count < rows.length,
        null,
      ),
    takeEverything: () => setState({ ...state, everything: true }),
    // Not what was picked since: a job may be started late.
    clear: () => setState((now) => (now === kept ? nothing : now)),
  };
}

export type Selection = ReturnType<typeof useSelection>;

/** The rows from one to another, both included, whichever comes first; the second alone when the first is not here. */
function between(rows: readonly Listed[], one: string, other: string): string[] {
  const [from, to] = [one, other].map((id) => rows.findIndex((row) => row.id === id));
  if (from === undefined || to === undefined || from < 0) {
    return [other];
  }
  return rows.slice(Math.min(from, to), Math.max(from, to) + 1).map(({ id }) => id);
}
