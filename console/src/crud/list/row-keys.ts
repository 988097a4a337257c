import type { KeyboardEvent } from 'react';

/**
 * Asks the room of rows that are not in the page for those at one of its ends, at once: a key that waited for the browser to say that they
 * are near would be lost on a slow one.
 */
export const rowsWanted = 'noa-rows-wanted';

export type WantedAt = 'start' | 'end';

const chunksIn = (list: Element) => [...list.querySelectorAll('[data-chunk]')];
const linksIn = (part: Element) => [...part.querySelectorAll<HTMLAnchorElement>('a[data-row]')];

/**
 * Focuses the first or last row of a chunk, which may have to come into the page for it.
 *
 * @param place - among the chunks of the list, for the last row counted from their end, below nought: more may be in the page then.
 */
function enterChunk(list: Element, place: number, at: WantedAt): void {
  chunksIn(list)
    .at(place)
    ?.dispatchEvent(new CustomEvent<WantedAt>(rowsWanted, { detail: at }));
  const chunk = chunksIn(list).at(place);
  const links = chunk ? linksIn(chunk) : [];
  links.at(at === 'start' ? 0 : -1)?.focus();
}

/** The record whose row has the focus before the commit of React that is being made. */
let focused: string | undefined;

/**
 * For the link of each row, as its `ref`: with a newer answer a record may come to stand in another chunk, where its row is made anew, and
 * the focus goes with it. What is taken out of the page is told first, while it is still there.
 */
export function keepFocus(link: HTMLAnchorElement | null): void {
  if (link?.dataset['row'] === focused) {
    link?.focus();
  }
  const now = link === null && document.activeElement?.getAttribute('data-row');
  if (now && now !== focused) {
    focused = now;
    queueMicrotask(() => (focused = undefined));
  }
}

/** Moves the focus among the row links of the list around `event`: arrows, Home, End. Enter is the link's own. */
export function handleRowKeys(event: KeyboardEvent<HTMLElement>): void {
  const list = event.currentTarget;
  const chunks = chunksIn(list);
  const index = chunks.findIndex((chunk) => chunk.contains(document.activeElement));
  const chunk = chunks[index];
  const links = chunk ? linksIn(chunk) : [];
  const row = links.findIndex((link) => link === document.activeElement);
  if (row < 0) {
    return;
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step !== undefined) {
    event.preventDefault();
    const next = links[row + step];
    if (next) {
      next.focus();
    } else if (step > 0 && index + 1 < chunks.length) {
      enterChunk(list, index + 1, 'start');
    } else if (step < 0 && index > 0) {
      enterChunk(list, index - 1 - chunks.length, 'end');
    }
  } else if (event.key === 'Home') {
    event.preventDefault();
    enterChunk(list, 0, 'start');
  } else if (event.key === 'End') {
    event.preventDefault();
    enterChunk(list, -1, 'end');
  }
}
