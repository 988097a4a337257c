import { useLayoutEffect } from 'react';
import { useSingleKeysOn } from '../../ui/preferences.ts';

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest('input:not([type="checkbox"]), textarea, select, [role="combobox"]') !== null);

/** The key after which a letter goes to an entry of the menu. */
export const goKey = 'G';

/** Milliseconds for which the letter is waited for: who pressed the first key unmeant types on later. */
const goMs = 2_000;

/** Attribute of the entries of the menu with their letter. */
export const goAttribute = 'data-go';

/**
 * Single keys do what a button, link or field of the screen says they do (`aria-keyshortcuts`), and `G` with a letter goes where the
 * menu says (`data-go`): there is no other list of them. Not while somebody types, nor under an open dialog; and not at all for those
 * who have switched them off, because speech input and unsteady hands press keys unmeant (WCAG 2.1.4).
 */
export function useSingleKeys(): void {
  const [on] = useSingleKeysOn();
  // Keys are heard as soon as the screen is seen.
  useLayoutEffect(
    function listenForKeys() {
      const follow = followKeys();
      function handleKey(event: KeyboardEvent) {
        const pressed = follow(event, isSingle(event));
        const meant = pressed && (pressed.goes ? entryOf(pressed.key) : partOf(pressed.key));
        if (meant) {
          event.preventDefault();
          use(meant);
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

type Pressed = Pick<KeyboardEvent, 'key' | 'timeStamp' | 'repeat'>;

/**
 * Follows keys one after the other: says which was pressed, and whether it is the letter after {@link goKey}; null for what means nothing.
 * A key that is held is meant once: on the screen that it led to it would press what has the same letter there. What is typed
 * into a field ends the wait for a letter.
 */
export function followKeys(): (
  pressed: Pressed,
  isSingle: boolean,
) => { readonly key: string; readonly goes: boolean } | null {
  let goingSince = -Infinity;
  return ({ key, timeStamp, repeat }, isSingle) => {
    const isLetter = key.length === 1;
    if (repeat || !isLetter) {
      return null;
    }
    const upper = key.toUpperCase();
    const goes = isSingle && timeStamp - goingSince < goMs;
    goingSince = isSingle && upper === goKey && !goes ? timeStamp : -Infinity;
    return isSingle ? { key: upper, goes } : null;
  };
}

const isSingle = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey && !isTyping(target) && !document.querySelector('dialog[open]');

const entryOf = (key: string) => document.querySelector<HTMLElement>(`nav [${goAttribute}="${CSS.escape(key)}"]`);

function partOf(key: string): HTMLElement | null {
  const named = `[aria-keyshortcuts="${CSS.escape(key)}"]:not(:disabled)`;
  // The screen before what stands around it: on a list, its own search.
  return document.querySelector<HTMLElement>(`main ${named}`) ?? document.querySelector<HTMLElement>(`header ${named}`);
}

function use(part: HTMLElement): void {
  if (part instanceof HTMLInputElement || part instanceof HTMLSelectElement) {
    part.focus();
  } else {
    // What opens beside a button is a Tab away from it, and Escape leads back.
    if (part.hasAttribute('aria-expanded')) {
      part.focus();
    }
    part.click();
  }
}
