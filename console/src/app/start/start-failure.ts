/**
 * Shows the page's own sentence, in both languages, because there may be no texts and nothing drawn; the cause goes to the
 * browser's log in full and to the page in short.
 */
export function showStartFailure(error: unknown): void {
  console.error('The console could not start', error);
  const page = document.getElementById('start-failure');
  const cause = document.getElementById('start-failure-cause');
  if (page && cause) {
    document.getElementById('root')?.setAttribute('hidden', '');
    page.querySelector('button')?.addEventListener('click', () => location.reload());
    cause.textContent = error instanceof Error ? error.message : String(error);
    page.hidden = false;
  }
}

/** Takes the sentence back: the code that did not come has come after all, with another file that needs it. */
export function hideStartFailure(): void {
  document.getElementById('start-failure')?.setAttribute('hidden', '');
  document.getElementById('root')?.removeAttribute('hidden');
}
