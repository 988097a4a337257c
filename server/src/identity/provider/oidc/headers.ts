import type { Provider } from 'oidc-provider';
import { retryAfterOf, unavailabilityOf } from '../../../database/connection/unavailable.ts';
import { errorPage } from '../pages/pages.ts';
import { localeOf, sendPage } from '../pages/page.ts';
import { providerPaths } from '../paths.ts';

/**
 * Refuses a sign-out with a null character: its parameters are kept with the session, which the library saves when it can no longer
 * answer for what is refused there.
 */
export function refuseUnkeptSignOut(provider: Provider, home: string): void {
  provider.use(async (ctx, next) => {
    if (ctx.path !== providerPaths.end_session || !ctx.querystring.includes('%00')) {
      return next();
    }
    ctx.status = 400;
    sendPage(ctx, errorPage(localeOf(ctx), 'invalid_request', home));
  });
}

/** Headers and bodies in which the library differs from what its callers need. */
export function addHeaders(provider: Provider): void {
  const failures = new WeakMap<object, unknown>();
  provider.on('server_error', (ctx, error) => failures.set(ctx, error));
  const discoveryPrefix = '/.well-known/';
  provider.use(async (ctx, next) => {
    ctx.set('x-content-type-options', 'nosniff');
    ctx.set('referrer-policy', 'no-referrer');
    await next();
    const trouble = unavailabilityOf(failures.get(ctx));
    if (trouble) {
      ctx.status = 503;
      ctx.set('retry-after', String(retryAfterOf(trouble)));
      ctx.body = { error: 'temporarily_unavailable', error_description: trouble.message };
    }
    if (ctx.path === providerPaths.revocation) {
      ctx.set('cache-control', 'no-store');
      // The library answers with an empty text, on which oidc-client-ts stops the sign-out (pitfalls.md).
      if (ctx.status === 200) {
        ctx.body = {};
      }
    }
    const isPublic = ctx.path === providerPaths.jwks || ctx.path.startsWith(discoveryPrefix);
    if (isPublic && ctx.status === 200) {
      ctx.set('cache-control', 'public, max-age=60');
    }
  });
}
