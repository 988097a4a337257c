/**
 * Gives what was pressed its focus back once it can be pressed again: while a button waits for an answer it is disabled, and browsers take the
 * focus from what is. Whoever has gone on to something else meanwhile stays there.
 */
export function keepFocusOfDisabled(): void {
  let last: EventTarget | null = null;
  document.addEventListener('focusin', ({ target }) => {
    last = target;
  });
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      if (target === last && document.activeElement === document.body && target instanceof HTMLElement) {
        target.focus(); // of what is still disabled, nothing comes
      }
    }
  }).observe(document.body, { subtree: true, attributeFilter: ['disabled'] });
}
