import { expect, test, type Page, type Request } from '@playwright/test';
import { goTo } from '../support/go-to.ts';
import { signIn } from '../support/sign-in.ts';

const operationOf = (request: Request) =>
  (request.postDataJSON() as { operationName?: string } | null)?.operationName ?? '';

/** Names of what the API is asked from now on. */
function watchQuestions(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/graphql') && request.method() === 'POST') {
      asked.push(operationOf(request));
    }
  });
  return asked;
}

test('home asks who is there, and what it begins with, before it can be drawn; once, and anew when one comes back', async ({
  page,
}) => {
  await signIn(page, 'implementer@noa.test');
  // Without the words nothing is drawn, so that nothing that is drawn can have asked.
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/locales/ro/common.json', async (route) => {
    await held;
    await route.continue();
  });
  const asked = watchQuestions(page);
  const times = (name: string) => asked.filter((each) => each === name).length;

  await page.goto('/home', { waitUntil: 'commit' });
  await expect
    .poll(() => [times('Viewer'), times('ContainerStatusCounts'), times('ContainerProblems')])
    .toEqual([1, 1, 1]);
  await expect(page.locator('#main')).toHaveCount(0);

  letGo();
  const problems = page.getByRole('region', { name: 'Containere cu probleme', exact: true });
  await expect(problems.getByRole('listitem').first()).toBeVisible();
  await expect.poll(() => times('HomeRegistry')).toBe(1);
  expect([times('Viewer'), times('ContainerStatusCounts'), times('ContainerProblems')]).toEqual([1, 1, 1]);

  await goTo(page, '/settings');
  await goTo(page, '/home');
  await expect.poll(() => [times('ContainerStatusCounts'), times('ContainerProblems')]).toEqual([2, 2]);
});

test('a map whose streets do not come is shown all the same', async ({ page }) => {
  await page.route('**/map/*.pmtiles', () => new Promise<void>(() => undefined));

  await signIn(page, 'implementer@noa.test', '/containers/status');

  await expect(page.getByRole('region', { name: 'Harta containerelor' })).toBeVisible();
});
