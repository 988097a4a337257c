import type { Page } from '@playwright/test';

/**
 * What no clerk knows: words of the lock network and of programs (glossary.md, *Technique* and *gateway*), ids, and codes as they are
 * stored.
 */
const technical: readonly RegExp[] = [
  /\b(gateway|firmware|rssi|mqtt|webhook|payload|oauth|endpoint|json|uuid|checksum|snapshot|rollup|cursor|token|timeout|backend|broker)\b/i,
  /\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/i,
  /(?<![\w@./-])[a-z]+(_[a-z]+)+\b(?![\w.-]*@)/,
  /\b(undefined|NaN|null|\[object \w+\])\b/,
];

/** What of these is read on the screen, outside what is folded as technical, and outside what people typed. */
export async function technicalWords(page: Page): Promise<string[]> {
  const lines = await page.evaluate(() => {
    const folded = [...document.querySelectorAll('details')];
    const open = folded.map((each) => each.open);
    for (const each of folded) {
      each.open = false;
    }
    const text = document.body.innerText;
    folded.forEach((each, index) => {
      each.open = open[index] ?? false;
    });
    return text.split('\n').map((line) => line.trim());
  });
  return [...new Set(lines.filter((line) => technical.some((pattern) => pattern.test(line))))];
}
