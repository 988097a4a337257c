import { expect, test, type Page } from '@playwright/test';
import { goTo } from '../support/go-to.ts';
import { signIn, signInByForm } from '../support/sign-in.ts';
import { alike, alikeUnless } from '../support/thorough.ts';

const isProvider = (url: string) => new URL(url).pathname.startsWith('/realms/');

/** What is asked of the provider from now on. */
function watchProvider(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (isProvider(request.url())) {
      asked.push(`${request.method()} ${new URL(request.url()).pathname.split('/').at(-1)}`);
    }
  });
  return asked;
}

/** What the browser's log holds of errors from now on. */
function watchErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  return errors;
}

/** Does what makes the page leave and come back, and waits until another page is there. */
async function leaving(page: Page, act: () => Promise<void>): Promise<void> {
  await page.evaluate(() => document.documentElement.setAttribute('data-before', ''));
  await act();
  await expect(page.locator('html:not([data-before])')).toBeAttached();
}

/** Makes the token of who is signed in one that is renewed at the next start, before all else. */
const aboutToRenew = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const [key, kept] of Object.entries(localStorage).filter(([key]) => key.startsWith('oidc.user:'))) {
      const user = JSON.parse(kept as string) as object;
      localStorage.setItem(key, JSON.stringify({ ...user, expires_at: Math.floor(Date.now() / 1_000) + 50 }));
    }
  });

const answers = {
  'a proxy that is up alone': { status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' },
  'a page in place of the API': { status: 200, contentType: 'text/html', body: '<h1>Welcome</h1>' },
  'JSON of another shape': { status: 200, contentType: 'application/json', body: '{"ok":true}' },
} as const;

const startCode = 'assets/start-*.js';
const sessionCode = 'assets/user-manager-*.js';
const notFound = { status: 404, contentType: 'text/plain', body: '' } as const;

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('sign-in stops at its limit while the API refuses a good token, says why, and goes on when asked', async ({
  page,
}) => {
  const refusal = {
    errors: [
      {
        message: 'Token was made out to somebody else',
        extensions: { code: 'AuthenticationMalformed', correlationId: 'c0ffee' },
      },
    ],
  };
  await signInByForm(page, 'reporter@noa.test');
  // A console that is still open would be refused as well, and leave while we go.
  await page.goto('about:blank');
  const asked = watchProvider(page);
  await page.route('**/graphql', (route) => route.fulfill({ json: refusal }));

  // The page leaves for the provider before it has come to rest, and some times more: so many first loads take a slow machine long.
  await page.goto('/entrances?q=unirii', { waitUntil: 'commit' });
  await expect(heading(page)).toHaveText('Autentificarea nu reușește', { timeout: 60_000 });
  const main = page.getByRole('main');
  await expect(main).toContainText('Token was made out to somebody else');
  await expect(main).toContainText('c0ffee');
  const redirects = () => asked.filter((each) => each === 'GET auth').length;
  expect(redirects()).toBeLessThanOrEqual(3);

  // Nothing goes on by itself, and neither a reload nor closing the notification begins anew.
  const before = redirects();
  await page.reload();
  await expect(heading(page)).toHaveText('Autentificarea nu reușește');
  expect(redirects()).toBe(before);
  await leaving(page, () => main.getByRole('button', { name: 'Încearcă din nou' }).click());
  await expect(heading(page)).toHaveText('Autentificarea nu reușește');
  expect(redirects()).toBe(before + 1);

  await page.unroute('**/graphql');
  await main.getByRole('button', { name: 'Încearcă din nou' }).click();
  await expect(page).toHaveURL(/\/entrances\?q=unirii$/);
  await expect(heading(page)).toContainText('Scări');

  // Who is refused can also sign out, and sign in as somebody else.
  await page.goto('about:blank');
  await page.route('**/graphql', (route) => route.fulfill({ json: refusal }));
  await page.goto('/home', { waitUntil: 'commit' });
  await expect(heading(page)).toHaveText('Autentificarea nu reușește', { timeout: 60_000 });
  await main.getByRole('button', { name: 'Deconectare' }).click();
  await expect(page.getByLabel('E-mail')).toBeVisible();
});

test('while the provider is down nobody is sent to it: it is asked once a try, and the page says so', async ({
  page,
}) => {
  await page.route(
    (url) => isProvider(url.href),
    (route) => route.fulfill({ status: 503, contentType: 'text/html', body: 'Down' }),
  );
  const [asked, errors] = [watchProvider(page), watchErrors(page)];

  await page.goto('/entrances');
  await expect(heading(page)).toHaveText('Serviciul de autentificare nu răspunde');
  await expect(page.getByRole('main')).toContainText('status 503');
  expect(asked.length).toBeLessThanOrEqual(2);
  await expect.poll(() => errors.join()).toContain('The sign-in could not begin');

  await page.unrouteAll();
  await page.getByRole('button', { name: 'Încearcă din nou' }).click();
  await expect(page.getByLabel('E-mail')).toBeVisible();
});

test('a token is renewed once in its life, and an outage of the provider ends in a page, not in a storm', async ({
  page,
}) => {
  // Tokens of five seconds: all that the library has timers for happens within them. One that is over before the console has begun is never renewed.
  await page.route('**/token', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), expires_in: 5 } });
  });
  const asked = watchProvider(page);
  const askedAt: number[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/token')) {
      askedAt.push(Date.now());
    }
  });
  await signInByForm(page, 'reporter@noa.test');
  // By when each was asked for: a slow browser shows the first screen when the token has been renewed already.
  await expect.poll(() => askedAt.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(3);
  const [signedIn = 0, , second = 0] = askedAt;
  expect(second - signedIn).toBeGreaterThan(2 * 1_000);

  await page.route('**/token', (route) => route.abort('connectionrefused'));
  await page.route('**/openid-configuration', (route) => route.abort('connectionrefused'));
  const before = asked.length;
  await expect(heading(page)).toHaveText('Serviciul de autentificare nu răspunde');
  expect(asked.length - before).toBeLessThanOrEqual(4);
});

for (const [index, [what, answer]] of Object.entries(answers).entries()) {
  test(`${what} is not called a failing network`, alikeUnless(index === 0), async ({ page }) => {
    await signIn(page, 'implementer@noa.test', '/settings');
    await page.route('**/graphql', (route) => route.fulfill(answer));

    await goTo(page, '/managers');
    const main = page.getByRole('main');
    await expect(main).toContainText(`(un proxy), cu starea ${answer.status}`);
    await expect(page.getByText('Fără legătură cu serverul')).toHaveCount(0);

    // The same when the console has not even learnt who is there.
    await page.goto('/managers');
    await expect(heading(page)).toHaveText('Nu am reușit');
    await expect(main).toContainText(`(un proxy), cu starea ${answer.status}`);
    await page.unroute('**/graphql');
    await page.getByRole('button', { name: 'Încearcă din nou' }).click();
    await expect(heading(page)).toContainText('Administratori');
  });
}

test('an answer about nobody is said to be strange', alike, async ({ page }) => {
  await signIn(page, 'implementer@noa.test', '/settings');
  for (const data of [{}, { viewer: null }, { viewer: { id: 7 } }, null]) {
    await page.route('**/graphql', (route) => route.fulfill({ json: { data } }));
    await page.goto('/managers');
    await expect(heading(page), JSON.stringify(data)).toHaveText('Nu am reușit');
    await expect(page.getByRole('button', { name: 'Deconectare' })).toBeVisible();
    await page.unrouteAll();
  }
});

test('when the console cannot start it says so, and why, on the page and in the log', async ({ page }) => {
  const errors = watchErrors(page);
  for (const [file, answer, cause] of [
    ['config.json', { status: 502, contentType: 'text/html', body: 'Bad Gateway' }, 'status 502'],
    ['config.json', { status: 200, contentType: 'text/html', body: '<p>Hello</p>' }, 'not answered with JSON'],
    ['config.json', { status: 200, contentType: 'application/json', body: '[]' }, 'JSON of another shape'],
    ['locales/ro/common.json', { status: 404, contentType: 'text/plain', body: '' }, 'texts of the console'],
    [startCode, notFound, 'Failed to fetch'],
  ] as const) {
    await page.route(`**/${file}`, (route) => route.fulfill(answer));
    // It imports the code of the start, which it would bring along once that can be had.
    await page.route(`**/${sessionCode}`, (route) => route.fulfill(notFound));
    const isWithoutSession = page.waitForResponse(`**/${sessionCode}`);
    await page.goto('/home');
    await expect(heading(page)).toHaveText('Noa nu a pornit');
    await expect(page.getByRole('main')).toContainText(cause);
    await expect.poll(() => errors.join('\n')).toContain(cause);
    await isWithoutSession;
    await page.unrouteAll();
  }
  await page.getByRole('button', { name: /Încearcă din nou/ }).click();
  await expect(page.getByLabel('E-mail')).toBeVisible();
});

test('a console that was said not to have started starts once its code comes after all', async ({ page }) => {
  await signIn(page, 'implementer@noa.test', '/settings');
  await aboutToRenew(page);
  await page.route(`**/${startCode}`, (route) => route.fulfill(notFound));
  let comesNow = () => {};
  const comes = new Promise<void>((resolve) => {
    comesNow = resolve;
  });
  // What renews the session imports the code of the start.
  await page.route(`**/${sessionCode}`, async (route) => {
    await comes;
    await route.continue();
  });
  await page.goto('/managers');
  await expect(heading(page)).toHaveText('Noa nu a pornit');
  await page.unroute(`**/${startCode}`);
  comesNow();
  await expect(heading(page)).toContainText('Administratori');
});
