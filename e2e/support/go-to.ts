import { expect, type Page } from '@playwright/test';

const nowhere = '/no-such-screen';

/** Goes somewhere as a link in the console would, and waits for nothing. */
export const follow = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);

/** Goes somewhere as a link in the console would, without loading the console again, and waits until the screen is there. */
export async function goTo(page: Page, path: string): Promise<void> {
  const heading = page.getByRole('heading', { level: 1 });
  // By way of a screen that is unlike any other: what is seen afterwards belongs to the new one.
  await follow(page, nowhere);
  await expect(heading).toHaveText('Pagina nu există');
  if (path === nowhere) {
    return;
  }
  await follow(page, path);
  await expect(page.getByText(nowhere, { exact: true })).toHaveCount(0);
  await expect(heading).toBeVisible();
  await expect(page.getByText('loading...')).toHaveCount(0);
  await expect(page.locator('[aria-busy=true], [aria-label="loading..."]')).toHaveCount(0);
}
