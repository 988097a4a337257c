const reloadedKey = 'noa-reloaded-at';

/** Milliseconds within which a second reload would help no more than the first. */
const againMs = 30_000;

const messages = [
  'Failed to fetch dynamically imported module',
  'error loading dynamically imported module',
  'Importing a module script failed',
  'Unable to preload CSS',
];

/** Whether a file of the build is not there any more, as browsers put it. */
export const isMissingChunk = (error: unknown): boolean =>
  error instanceof Error && messages.some((message) => error.message.includes(message));

/** Whether loading the page again has not just been tried. */
export const mayReload = (): boolean => Number(sessionStorage.getItem(reloadedKey) ?? 0) < Date.now() - againMs;

/** Loads the page again, and with it the build that the server has now. */
export function reloadOnce(): void {
  sessionStorage.setItem(reloadedKey, String(Date.now()));
  location.reload();
}
