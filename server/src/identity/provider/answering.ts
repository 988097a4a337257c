import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cookieIn, languageCookie, localeFrom } from './pages/language.ts';
import type { Page } from './pages/page.ts';
import type { Locale } from './accounts/user.queries.ts';

/** Bytes of a form at most. */
const formLimit = 10_000;

/** Days for which a browser remembers the language. */
const languageDays = 400;

/** What pages with forms need of the routes they are served by. */
export function addForms(routes: FastifyInstance, { publicUrl, realmPath }: { publicUrl: string; realmPath: string }) {
  routes.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: formLimit },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
  routes.addHook('preHandler', async (request, reply) => {
    const { lang } = request.query as { lang?: unknown };
    if (request.method === 'GET' && typeof lang === 'string') {
      rememberLanguage(reply, realmPath, localeFrom(lang));
      return reply.redirect(request.url.split('?')[0] ?? realmPath, 303);
    }
    if (request.method === 'POST' && isForeign(request, new URL(publicUrl).origin)) {
      return reply.code(403).send({ error: 'Forms are taken from our own pages only' });
    }
    if ([...formOf(request).values()].some((typed) => typed.includes('\0'))) {
      return reply.code(400).send({ error: 'A form holds a character that no text has' }); // nor does PostgreSQL take it
    }
    return undefined;
  });
}

/** Whether a form was sent by a page of somebody else's: browsers say of every form which page it is of. */
function isForeign({ headers }: FastifyRequest, origin: string): boolean {
  const site = headers['sec-fetch-site'];
  return headers.origin === undefined || headers.origin === 'null'
    ? site !== undefined && site !== 'same-origin' && site !== 'none'
    : headers.origin !== origin;
}

/** Sets the language of this browser’s pages. */
function rememberLanguage(reply: FastifyReply, realmPath: string, locale: Locale): void {
  void reply.header(
    'set-cookie',
    `${languageCookie}=${locale}; Path=${realmPath}; Max-Age=${languageDays * 86_400}; SameSite=Lax; HttpOnly`,
  );
}

/**
 * The language in which a browser reads our pages.
 *
 * @param otherwise - where nobody chose one.
 */
export const localeIn = ({ headers }: FastifyRequest, otherwise: Locale = 'ro'): Locale =>
  localeFrom(cookieIn(headers.cookie, languageCookie) ?? otherwise);

/** What was typed into a form; nothing where there was none. */
export const formOf = ({ body }: FastifyRequest): URLSearchParams =>
  body instanceof URLSearchParams ? body : new URLSearchParams();

/** Answers with a page. */
export function send(reply: FastifyReply, status: number, { html, contentSecurityPolicy }: Page): FastifyReply {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', contentSecurityPolicy)
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff')
    .send(html);
}
