import { createHash, createHmac } from 'node:crypto';
import type { KoaContextWithOIDC, Provider, Session } from 'oidc-provider';
import { sessionFramePath } from '../paths.ts';

export interface SessionManagementOptions {
  /** Where the realm lives. */
  realmPath: string;
  /** Origin of the console: the only page that may hold the frame, and the only one told a session state. */
  origin: string;
  /** Keys the state, so that it says nothing of the session it stands for. */
  secret: string;
  /** Name of the cookie the frame reads. */
  cookie: string;
}

/** What the cookie and `session_state` say when nobody is signed in. */
const signedOut = 'none';

/**
 * OpenID Connect Session Management 1.0, which oidc-provider no longer has: a cookie that scripts may read names the
 * browser's session, each redirect back carries the same value as `session_state`, and a frame compares the two, so that a
 * tab notices within two seconds that another one signed out.
 */
export function addSessionManagement(
  provider: Provider,
  { realmPath, origin, secret, cookie }: SessionManagementOptions,
): void {
  const frame = createFrame(cookie);
  const stateOf = (session: Session) =>
    createHmac('sha256', secret).update(`${session.uid} ${session.accountId}`).digest('base64url');

  provider.use(async (ctx, next) => {
    if (ctx.path === sessionFramePath) {
      ctx.set('content-security-policy', `default-src 'none'; script-src '${frame.hash}'; frame-ancestors ${origin}`);
      ctx.set('cache-control', 'no-cache');
      ctx.type = 'html';
      ctx.body = frame.html;
      return;
    }
    await next();
    // Only routes of the library have a context of its own, and only some of those a session.
    const session = (ctx as Partial<KoaContextWithOIDC>).oidc?.session;
    if (!session) {
      return;
    }
    const live = session.accountId && !('destroyed' in session && session.destroyed);
    const state = live ? stateOf(session) : null;
    ctx.cookies.set(cookie, state, {
      httpOnly: false,
      sameSite: 'lax',
      path: realmPath,
      signed: false,
      overwrite: true,
    });
    // Koa's types promise text here, and its code gives undefined where there is no such header.
    const location: string | undefined = ctx.response.get('location');
    if (location?.startsWith(`${origin}/`) && /[?&](code|error)=/.test(location)) {
      const target = new URL(location);
      target.searchParams.set('session_state', state ?? signedOut);
      ctx.set('location', target.href);
    }
  });
}

/** The frame's page; its script is a constant, named in the page's policy by its hash. */
function createFrame(cookie: string): { html: string; hash: string } {
  const script = `
addEventListener('message', function (event) {
  var parts = String(event.data).split(' ');
  if (event.origin !== location.origin || parts.length !== 2) {
    if (event.source) event.source.postMessage('error', event.origin);
    return;
  }
  var found = document.cookie.split('; ').find(function (one) { return one.indexOf('${cookie}=') === 0; });
  var current = found ? found.slice(${cookie.length + 1}) : '${signedOut}';
  event.source.postMessage(current === parts[1] ? 'unchanged' : 'changed', event.origin);
});
`;
  const hash = `sha256-${createHash('sha256').update(script).digest('base64')}`;
  return {
    hash,
    html: `<!doctype html><html lang="ro"><meta charset="utf-8"><title>Noa</title><script>${script}</script></html>`,
  };
}
