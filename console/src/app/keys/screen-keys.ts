interface ScreenKey {
  readonly key: string;
  readonly does: string;
}

const nameOf = (part: Element) =>
  part.getAttribute('aria-label') ??
  (part instanceof HTMLSelectElement ? part.labels[0]?.textContent : null) ??
  (part instanceof HTMLInputElement ? (part.labels?.[0]?.textContent ?? part.placeholder) : part.textContent.trim());

/** The single keys of the screen that is shown, with the names of what they press; each key once, as they press the first. */
export function listScreenKeys(): readonly ScreenKey[] {
  const parts = [...document.querySelectorAll('main [aria-keyshortcuts]:not(:disabled)')].map((part) => ({
    key: part.getAttribute('aria-keyshortcuts') ?? '',
    does: nameOf(part),
  }));
  const single = parts.filter(({ key, does }) => key.length === 1 && does !== '');
  return [...new Map(single.toReversed().map((each) => [each.key, each])).values()].toReversed();
}
