import { expect, test, type Page } from '@playwright/test';
import { goTo } from './support/go-to.ts';
import { signInByForm } from './support/sign-in.ts';

interface Transfer {
  readonly url: string;
  readonly type: string;
  readonly encoding: string | undefined;
  readonly bytes: number;
  /** Its place among all that was asked for. */
  readonly asked: number;
}

/** What comes over the wire from now on, as the browser counts it: headers included, and nothing that it has kept. */
async function watchTransfers(page: Page): Promise<readonly Transfer[]> {
  const transfers: Transfer[] = [];
  const begun = new Map<string, Omit<Transfer, 'bytes'>>();
  const asked = new Map<string, number>();
  const session = await page.context().newCDPSession(page);
  session.on('Network.requestWillBeSent', ({ requestId }) => asked.set(requestId, asked.size));
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    const headers = new Headers(response.headers);
    begun.set(requestId, {
      url: response.url,
      type,
      encoding: headers.get('content-encoding') ?? undefined,
      asked: asked.get(requestId) ?? 0,
    });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const response = begun.get(requestId);
    if (response && encodedDataLength > 0) {
      transfers.push({ ...response, bytes: encodedDataLength });
    }
  });
  await session.send('Network.enable');
  return transfers;
}

const isScript = ({ url }: { readonly url: string }) => /\.m?js$/.test(new URL(url).pathname);
const kilobytes = (transfers: readonly { readonly bytes: number }[]) =>
  transfers.reduce((sum, { bytes }) => sum + bytes, 0) / 1024;

/** As much as comes when a script is fetched once more. */
const weigh = async (page: Page, url: string) => {
  const answer = await page.request.get(url, { headers: { 'accept-encoding': 'br' } });
  return { url, bytes: Number(answer.headers()['content-length']) };
};

const isHomeMap = ({ url }: { readonly url: string }) => url.includes('/ProblemsMap-');
/** What draws messages, with what other screens take of Mantine. */
const isNotices = ({ url }: { readonly url: string }) => /\/(NoticeContainer|controls)-/.test(url);

test('a first visit, sign-in and home, and then the map of containers, are light', async ({ page }) => {
  const transfers = await watchTransfers(page);
  const scripts: string[] = [];
  page.on('requestfinished', (request) => void (isScript({ url: request.url() }) && scripts.push(request.url())));
  const drawing = page.waitForEvent('worker', { timeout: 100_000 });

  await signInByForm(page, 'implementer@noa.test');
  // The map beside home's list, and what draws messages, come when that can be used: what is asked for before both is what home needs.
  await expect.poll(() => transfers.some(isHomeMap) && transfers.some(isNotices)).toBe(true);
  const behindAsked = Math.min(
    ...transfers.filter((each) => isHomeMap(each) || isNotices(each)).map(({ asked }) => asked),
  );
  const first = transfers.filter((each) => isScript(each) && each.asked < behindAsked);

  expect(kilobytes(first), first.map(({ url, bytes }) => `${bytes} ${url}`).join('\n')).toBeLessThan(235);
  expect(first.length).toBeLessThanOrEqual(25);

  // The worker is there when its last script has run. Its scripts are its own affair, which the page's session does not see.
  const worker = await drawing;
  await expect.poll(() => worker.evaluate(() => 'worker' in self)).toBe(true);
  await goTo(page, '/containers/status');
  await expect(page.getByRole('region', { name: 'Harta containerelor' })).toBeVisible();
  await expect.poll(() => scripts.some((url) => url.includes('/map-worker-'))).toBe(true);
  const inPage = transfers.filter((each) => isScript(each) && each.asked >= behindAsked);
  const inWorker = [...new Set(scripts)].filter((url) => !transfers.some((each) => each.url === url));
  const notices = inPage.filter(isNotices);
  const more = [
    ...inPage.filter((each) => !isNotices(each)),
    ...(await Promise.all(inWorker.map((url) => weigh(page, url)))),
  ];

  expect(kilobytes(notices)).toBeLessThan(35);

  expect(more.some(({ url }) => url.includes('/map-worker-'))).toBe(true);
  expect(kilobytes(more), more.map(({ url, bytes }) => `${bytes} ${url}`).join('\n')).toBeLessThan(330);

  // The provider's pages hold secrets (a code, a sign-in under way) and are sent as they are: docs/decisions/0035.
  // The map's file is packed within, part by part.
  const texts = transfers.filter(
    ({ type, url, bytes }) => bytes > 2_048 && type !== 'Font' && !/\/(realms|map)\//.test(url),
  );
  expect(texts.filter(({ encoding }) => encoding !== 'br').map(({ url }) => url)).toEqual([]);
  expect(texts.map(({ url }) => new URL(url).pathname)).toContain('/graphql');
});
