const reloadedKey = 'noa-reloaded-at';

/** Milliseconds within which a second reload would help no more than the first. */
const againMs = 30_000;

/** Whether loading the page again has not just been tried. */
export const mayReload = (): boolean => Number(sessionStorage.getItem(reloadedKey) ?? 0) < Date.now() - againMs;

/** Loads the page again, and with it the build that the server has now. */
export function reloadOnce(): void {
  sessionStorage.setItem(reloadedKey, String(Date.now()));
  location.reload();
}
