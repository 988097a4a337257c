import { keepInTab, keptInTab } from './keep-in-tab.ts';

/**
 * What is being written when the session ends, or the page has to be loaded anew, outlives it. Drafts reach the browser's storage only at
 * that moment, stay in this tab, and are read once.
 */
const storageKey = 'noa-drafts';

type Draft = () => unknown;

const open = new Map<string, Draft>();
let leaving = false;

/** Keeps asking `draft` what to save until the returned function is called; `undefined` means nothing worth saving. */
export function registerDraft(key: string, draft: Draft): () => void {
  open.set(key, draft);
  return () => {
    if (open.get(key) === draft) {
      open.delete(key);
    }
  };
}

/** Whether the page is being left for the sign-in page or a newer build, with drafts kept: nobody needs to be asked. */
export const isLeaving = (): boolean => leaving;

/** The page stays after all: what is written from now on is asked about again. */
export const stopLeaving = (): void => {
  leaving = false;
};

/** Puts every open draft away; to be called while the forms are still there. */
export function keepDrafts(): void {
  const drafts = [...open].flatMap(([key, draft]) => {
    const value = draft();
    return value === undefined ? [] : [[key, value] as const];
  });
  leaving = true;
  if (drafts.length > 0) {
    keepInTab(storageKey, JSON.stringify({ ...readDrafts(), ...Object.fromEntries(drafts) }, storable));
  }
}

/** ID numbers are in no storage of a browser; whoever was typing one types it again. */
const storable = (name: string, value: unknown): unknown => (name === 'occupierIdNumber' ? undefined : value);

const readDrafts = () => keptInTab<Record<string, unknown>>(storageKey, {});

/** The draft that was kept for `key`; it is given out until `dropDraft`. */
export const findDraft = (key: string): unknown => readDrafts()[key];

/** Forgets a draft: it was saved, or thrown away. */
export function dropDraft(key: string): void {
  const { [key]: _dropped, ...rest } = readDrafts();
  if (Object.keys(rest).length > 0) {
    keepInTab(storageKey, JSON.stringify(rest));
  } else {
    sessionStorage.removeItem(storageKey);
  }
}
