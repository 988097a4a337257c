import { expect, test, type Page } from '@playwright/test';
import { graphql, signInByPassword } from './support/api.ts';
import { goTo } from './support/go-to.ts';
import { seeded } from './support/seeded.ts';
import { signIn } from './support/sign-in.ts';
import { alikeUnless } from './support/thorough.ts';

const dispatcher = 'implementer@noa.test';

/** Marks what is told by a ground alone: elements with nothing in them that stand out from what they lie on. */
const markInk = (page: Page) =>
  page.evaluate(() => {
    const marked: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>('main *, nav *, header *')) {
      const { width, height } = element.getBoundingClientRect();
      const isEmpty = element.childElementCount === 0 && element.textContent.trim() === '';
      const isPart = element.matches(
        'input, button, svg *, canvas, hr, .mantine-Skeleton-root, .visually-hidden, [data-flash]',
      );
      if (!isEmpty || isPart || width * height < 6 || element.checkVisibility() === false || element.closest('svg')) {
        continue;
      }
      const own = getComputedStyle(element).backgroundColor;
      if (!/, 0\)$|transparent/.test(own)) {
        element.dataset['ink'] = String(marked.length);
        marked.push(`${element.className} in ${element.parentElement?.className ?? ''}`);
      }
    }
    return marked;
  });

/** Which of those are nothing but what they lie on. */
const vanished = (page: Page, marked: readonly string[]) =>
  page.evaluate((names) => {
    const isNone = (colour: string) => /, 0\)$|transparent/.test(colour);
    const colourBehind = (element: Element | null): string => {
      const colour = element && getComputedStyle(element).backgroundColor;
      return colour && !isNone(colour) ? colour : element ? colourBehind(element.parentElement) : 'canvas';
    };
    return [...document.querySelectorAll<HTMLElement>('[data-ink]')].flatMap((element) => {
      const { backgroundColor, borderTopStyle, borderTopWidth, borderTopColor } = getComputedStyle(element);
      const ground = colourBehind(element.parentElement);
      const hasInk = !isNone(backgroundColor) && backgroundColor !== ground;
      const hasEdge = borderTopStyle === 'solid' && borderTopWidth !== '0px' && borderTopColor !== ground;
      return hasInk || hasEdge ? [] : [names[Number(element.dataset['ink'])] ?? ''];
    });
  }, marked);

/** What is chosen, pressed, current or picked and has no edge that says so. */
const unsaid = (page: Page) =>
  page.evaluate(() => {
    const states =
      '[aria-pressed=true], a[aria-current=page], [aria-current=true], [aria-current=step], [aria-selected=true], [data-picked], label:has(> input[type=radio]:checked)';
    return [...document.querySelectorAll<HTMLElement>(states)]
      .filter((element) => element.checkVisibility() && !element.matches(':focus-visible, .visually-hidden'))
      .filter((element) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(element);
        return outlineStyle !== 'solid' || Number.parseFloat(outlineWidth) < 2;
      })
      .map((element) => element.outerHTML.slice(0, 160));
  });

async function someRecords(): Promise<{ container: string; entrance: string }> {
  const { containers, entrances } = await graphql<Record<'containers' | 'entrances', { nodes: { id: string }[] }>>(
    await signInByPassword(dispatcher),
    `{ containers(${seeded}) { nodes { id } } entrances(${seeded}) { nodes { id } } }`,
  );
  return { container: containers?.nodes[0]?.id ?? '', entrance: entrances?.nodes[0]?.id ?? '' };
}

/** The chart of a report comes after its title. */
const barsDrawn = (page: Page) => expect(page.locator('main [class*=_track_] > [class*=_bar_]').first()).toBeVisible();

/** Between them they have what is picked in a list, what is chosen in the menu, and the bars of a report. */
const eachTime = ['/home', '/containers', '/reports/usage?by=waste_stream'];

for (const isEachTime of [true, false]) {
  const which = isEachTime ? 'home, a list and a report' : 'five more screens';
  test(
    `in a reader's own colours ${which} keep every state and every bar`,
    alikeUnless(isEachTime),
    async ({ page }) => {
      test.setTimeout(180_000);
      const { container, entrance } = await someRecords();
      await signIn(page, dispatcher);
      const screens: Readonly<Record<string, (() => Promise<void>) | undefined>> = {
        '/home': undefined,
        '/containers': async () => {
          await page.locator('a[data-row]').first().focus();
          await page.keyboard.press('Space');
          await expect(page.locator('[data-picked]').first()).toBeVisible();
        },
        '/containers/status': undefined,
        [`/containers/${container}`]: undefined,
        [`/containers/status_update?container=${container}`]: () =>
          page.getByRole('radio', { name: 'Golire' }).check({ force: true }),
        [`/entrances/${entrance}/handover`]: undefined,
        '/reports/fleet-health?by=container': () => barsDrawn(page),
        '/reports/usage?by=waste_stream': () => barsDrawn(page),
      };
      for (const [path, choose] of Object.entries(screens).filter(([each]) => eachTime.includes(each) === isEachTime)) {
        await goTo(page, path);
        await choose?.();
        const marked = await markInk(page);
        await page.emulateMedia({ forcedColors: 'active' });
        const softly = expect.configure({ soft: true });
        await softly.poll(() => vanished(page, marked), `${path}: bars that are not seen`).toEqual([]);
        await softly.poll(() => unsaid(page), `${path}: states without an edge`).toEqual([]);
        await page.emulateMedia({ forcedColors: 'none' });
      }
    },
  );
}
