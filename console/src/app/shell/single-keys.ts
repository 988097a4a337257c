import { useLayoutEffect } from 'react';
import { useSingleKeysOn } from '../../ui/preferences.ts';

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest('input:not([type="checkbox"]), textarea, select, [role="combobox"]') !== null);

/**
 * Single keys do what a button, link or field of the screen says they do (`aria-keyshortcuts`): there is no other list of
 * them. Not while somebody types, nor under an open dialog; and not at all for those who have switched them off, because
 * speech input and unsteady hands press keys unmeant (WCAG 2.1.4).
 */
export function useSingleKeys(): void {
  const [on] = useSingleKeysOn();
  // Keys are heard as soon as the screen is seen.
  useLayoutEffect(
    function listenForKeys() {
      function handleKey(event: KeyboardEvent) {
        const { key, target, ctrlKey, metaKey, altKey } = event;
        if (
          key.length !== 1 ||
          ctrlKey ||
          metaKey ||
          altKey ||
          isTyping(target) ||
          document.querySelector('dialog[open]')
        ) {
          return;
        }
        const named = `[aria-keyshortcuts="${CSS.escape(key.toUpperCase())}"]:not(:disabled)`;
        // The screen before what stands around it: on a list, its own search.
        const meant =
          document.querySelector<HTMLElement>(`main ${named}`) ??
          document.querySelector<HTMLElement>(`header ${named}`);
        if (meant) {
          event.preventDefault();
          if (meant instanceof HTMLInputElement) {
            meant.focus();
          } else {
            meant.click();
          }
        }
      }
      if (!on) {
        return undefined;
      }
      document.addEventListener('keydown', handleKey);
      return () => document.removeEventListener('keydown', handleKey);
    },
    [on],
  );
}
