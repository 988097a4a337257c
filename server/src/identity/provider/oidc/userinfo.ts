import type { Provider } from 'oidc-provider';
import type { Db } from '../../../database/database.ts';
import type { TokenVerifier } from '../../token.ts';
import { claimsOf } from './configuration.ts';
import { providerPaths } from '../paths.ts';
import { findUser } from '../accounts/user.queries.ts';

/**
 * Answers the userinfo endpoint. The library's own refuses tokens that have an audience (pitfalls.md), and all of ours do.
 *
 * @param origin - origin of the console; no other page may read the answer.
 */
export function addUserinfo(
  provider: Provider,
  { db, verify, origin }: { db: Db; verify: TokenVerifier; origin: string },
): void {
  provider.use(async (ctx, next) => {
    if (ctx.path !== providerPaths.userinfo) {
      return next();
    }
    ctx.vary('Origin');
    ctx.set('cache-control', 'no-store');
    if (ctx.get('origin') === origin) {
      ctx.set('access-control-allow-origin', origin);
      ctx.set('access-control-allow-headers', 'authorization');
      ctx.set('access-control-allow-methods', 'GET, POST');
    }
    if (ctx.method === 'OPTIONS') {
      ctx.status = 204;
      return;
    }
    const token = /^bearer +(\S+)$/i.exec(ctx.get('authorization'))?.[1];
    const subject =
      token &&
      (await verify(token).then(
        ({ subject: sub }) => sub,
        () => undefined,
      ));
    const user = subject ? await findUser(db, subject) : undefined;
    if (!user) {
      ctx.status = 401;
      ctx.set('www-authenticate', 'Bearer error="invalid_token"');
      ctx.body = { error: 'invalid_token', error_description: 'The access token is missing, expired or not ours.' };
      return;
    }
    ctx.body = { sub: user.id, ...claimsOf(user) };
  });
}
