import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { canWaitForLibrary, keptUser, onlyKeptUser, tokenOf } from './kept-user.ts';

const provider = { authority: 'https://noa.test/realms/dev', clientId: 'noa-frontend' };
const key = 'oidc.user:https://noa.test/realms/dev:noa-frontend';
const now = new Date('2026-11-28T08:00:00Z');

/** As oidc-client-ts keeps somebody whose token lives so many seconds longer. */
const ana = (seconds: number) =>
  JSON.stringify({ access_token: 'a', expires_at: now.getTime() / 1_000 + seconds, profile: { sub: 'ana' } });

/** Keys of the object, as of a browser's storage. */
function keep(kept: Readonly<Record<string, string>>): void {
  const storage = { ...kept };
  Object.defineProperty(storage, 'getItem', { value: (name: string) => kept[name] ?? null });
  vi.stubGlobal('localStorage', storage);
}

const openAt = (address: string) => vi.stubGlobal('location', new URL(address, 'https://noa.test'));

beforeEach(() => {
  vi.useFakeTimers({ now });
  openAt('/home');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('is who has signed in with this client at this provider', () => {
  keep({ [key]: ana(300), 'oidc.user:https://noa.test/realms/dev:another': ana(300).replace('ana', 'ion') });
  expect(keptUser(provider)?.profile.sub).toBe('ana');
  expect(onlyKeptUser()).toBeNull();
});

it('is somebody with a token until that is over', () => {
  keep({ [key]: ana(1), 'noa-color-scheme': 'dark' });
  expect(tokenOf(onlyKeptUser())).toBe('a');
  vi.advanceTimersByTime(1_000);
  expect(tokenOf(onlyKeptUser())).toBeUndefined();
  expect(tokenOf(null)).toBeUndefined();
});

it.each(['', '{', 'null', '"a"', '[]', '{"access_token":"a"}', '{"access_token":7,"profile":{"sub":"ana"}}'])(
  'is nobody where %j is kept, which the library judges',
  (text) => {
    keep({ [key]: text });
    expect(keptUser(provider)).toBeNull();
    expect(canWaitForLibrary(keptUser(provider))).toBe(false);
  },
);

it.each([
  [300, '/home', true],
  [61, '/home?q=state', true],
  [60, '/home', false],
  [-1, '/home', false],
  [300, '/?code=a&state=b', false],
  [300, '/#error=login_required&state=b', false],
])('with %i seconds left, at %s: what renews the token can wait (%s)', (seconds, address, canWait) => {
  keep({ [key]: ana(seconds) });
  openAt(address);
  expect(canWaitForLibrary(keptUser(provider))).toBe(canWait);
});
