import { expect, type Page } from '@playwright/test';

/**
 * With letters of twice the size nothing on the screen reaches beyond its right edge but within what is moved sideways by itself, so that
 * nobody has to move the screen to read a line (WCAG 1.4.4, 1.4.10).
 */
export async function nothingMovesSideways(page: Page, what: string): Promise<void> {
  await setLetters(page, '200%');
  // What is drawn anew for other letters is waited for.
  await expect.soft
    .poll(() => page.evaluate(sidewaysParts), { message: `${what}, letters of 200 %`, timeout: 5_000 })
    .toEqual([]);
  await setLetters(page, '');
}

const setLetters = (page: Page, size: string) =>
  page.evaluate((fontSize) => {
    document.documentElement.style.fontSize = fontSize;
  }, size);

/** What makes the page wider than its window, or has no room in the shell, told by its text. */
function sidewaysParts(): string[] {
  const { clientWidth, scrollWidth } = document.documentElement;
  // The header is as high as what stands in it, and the menu as wide.
  const tooSmall = [...document.querySelectorAll('header, header ~ nav a')]
    .filter((part) => part.scrollHeight > part.clientHeight + 1 || part.scrollWidth > part.clientWidth + 1)
    .map((part) => `${part.tagName} "${part.textContent.slice(0, 40)}" has no room for itself`);
  if (scrollWidth <= clientWidth) {
    return tooSmall;
  }
  const isCutOff = (part: Element): boolean => {
    const { parentElement } = part;
    return (
      parentElement !== null &&
      parentElement !== document.body &&
      (getComputedStyle(parentElement).overflowX !== 'visible' || isCutOff(parentElement))
    );
  };
  const beyond = [...document.querySelectorAll('body *')].filter(
    (part) => part.getBoundingClientRect().right > clientWidth + 1 && !isCutOff(part),
  );
  return [
    ...tooSmall,
    `${scrollWidth} px`,
    ...beyond.slice(-4).map((part) => `${part.tagName} "${part.textContent.slice(0, 40)}"`),
  ];
}
