import { expect, type Page } from '@playwright/test';
import { noaUrl, realmUrl } from './addresses.ts';
import type { Person } from './admin.ts';

const authority = realmUrl;

/** Signs in on Keycloak's page, and ends where `path` leads. */
export async function signIn(page: Page, { email, password }: Person, path = '/home'): Promise<void> {
  await page.goto(path);
  await page.locator('#username').fill(email);
  await page.locator('#password').fill(password);
  await page.locator('#kc-login').click();
  await expect(page.locator('#main').getByRole('heading', { level: 1 })).toBeVisible();
}

/** What the console keeps of the session. */
export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

/** The tokens of the session; null when there is none. */
export const tokensOf = (page: Page): Promise<Tokens | null> =>
  page.evaluate(
    (key): Tokens | null => JSON.parse(localStorage.getItem(key) ?? 'null') as Tokens | null,
    `oidc.user:${authority}:noa-frontend`,
  );

export const accessToken = async (page: Page): Promise<string> => (await tokensOf(page))?.access_token ?? '';

/** Waits until the console has renewed `token` by itself; @returns the new one. */
export async function renewed(page: Page, token: string): Promise<string> {
  await expect.poll(async () => [token, ''].includes(await accessToken(page)), { timeout: 90_000 }).toBe(false);
  return accessToken(page);
}

/** A part of a token: its header (0) or its claims (1). */
export const partOf = (token: string, index: 0 | 1): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[index] ?? '', 'base64url').toString()) as Record<string, unknown>;

/** What Noa knows of the bearer of a token; its status tells whether it took the token. */
export async function viewer(token: string): Promise<{ status: number; roles?: string[]; email?: string | null }> {
  const response = await fetch(`${noaUrl}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer oidc~${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ viewer { roles email } }' }),
  });
  const { data } = (await response.json()) as { data?: { viewer: { roles: string[]; email: string | null } } };
  return { status: response.status, ...data?.viewer };
}

/** Asks Keycloak's token endpoint; @returns its status and its answer. */
export async function requestToken(
  form: Record<string, string>,
): Promise<{ status: number; access_token?: string; error?: string }> {
  const response = await fetch(`${realmUrl}/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  return { status: response.status, ...((await response.json()) as { access_token?: string; error?: string }) };
}
