import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { providerDb } from '../../../testing/harness.ts';
import { itemKey } from './adapter.ts';
import { Browser, endpoint, formBody, publicUrl, realmPath, requestToken, startProvider } from '../provider.fixture.ts';
import { sessionFramePath } from '../paths.ts';

let app: FastifyInstance;

beforeAll(async () => {
  ({ app } = await startProvider());
  return () => app.close();
});

const refresh = (refreshToken: string, clientId = 'noa-frontend') =>
  requestToken(app, { grant_type: 'refresh_token', client_id: clientId, refresh_token: refreshToken });

describe('refresh tokens', () => {
  it('rotate, and two tabs may use one at the same moment', async () => {
    const browser = new Browser(app);
    const tokens = await browser.exchange((await browser.signIn('root@noa.test')).get('code'));

    const [first, second] = await Promise.all([refresh(tokens.refresh_token), refresh(tokens.refresh_token)]);

    expect([first.status, second.status]).toEqual([200, 200]);
    expect(new Set([tokens.refresh_token, first.refresh_token, second.refresh_token]).size).toBe(3);
  });

  it('end the whole grant when an old one comes back after ten seconds, which using it meanwhile does not prolong', async () => {
    const browser = new Browser(app);
    const tokens = await browser.exchange((await browser.signIn('root@noa.test')).get('code'));
    const renewed = await refresh(tokens.refresh_token);
    const age = (seconds: number) =>
      sql`update provider_item set consumed_at = consumed_at - make_interval(secs => ${seconds})
        where id = ${itemKey(tokens.refresh_token)}`.execute(providerDb);

    await age(6);
    expect((await refresh(tokens.refresh_token)).status).toBe(200);
    await age(6);
    expect(await refresh(tokens.refresh_token)).toMatchObject({ status: 400, error: 'invalid_grant' });

    expect((await refresh(renewed.refresh_token)).status).toBe(400);
  });

  it('and whatever else lets somebody in are not in the database: who reads it or a backup renews nothing', async () => {
    const browser = new Browser(app);
    const code = (await browser.signIn('root@noa.test')).get('code') ?? '';
    const stored = async () => JSON.stringify(await providerDb.selectFrom('provider_item').selectAll().execute());
    const before = await stored();
    const tokens = await browser.exchange(code);
    const renewed = await refresh(tokens.refresh_token);
    const after = await stored();

    expect(before).toContain('AuthorizationCode');
    for (const secret of [code, browser.cookie('noa_session') ?? '']) {
      expect(secret).not.toBe('');
      expect(before).not.toContain(secret);
    }
    expect(after).toContain('RefreshToken');
    for (const secret of [tokens.refresh_token, renewed.refresh_token]) {
      expect(after).not.toContain(secret);
    }
    const rows = await providerDb
      .selectFrom('provider_item')
      .select('id')
      .where('model', '=', 'RefreshToken')
      .execute();
    for (const { id } of rows) {
      expect(await refresh(id)).toMatchObject({ status: 400, error: 'invalid_grant' });
    }
    expect((await refresh(renewed.refresh_token)).status).toBe(200);
  });

  it('of before they were kept so are found by the same hash after the upgrade', async () => {
    const upgrade = await readFile(
      new URL('../../../database/migrations/2026-11-23-03-items-by-hash.sql', import.meta.url),
      'utf8',
    );
    const tx = await providerDb.startTransaction().execute();
    const payload = JSON.stringify({ jti: 'a+b/c', session: { uid: 'u', cookie: 'c' } });
    await tx.insertInto('provider_item').values({ model: 'Before', id: 'a+b/c', payload }).execute();
    await sql.raw(upgrade).execute(tx);
    const row = tx.selectFrom('provider_item').select(['id', 'payload']).where('model', '=', 'Before');
    const upgraded = await row.executeTakeFirst();
    await tx.rollback().execute();

    expect(upgraded).toEqual({ id: itemKey('a+b/c'), payload: { session: { uid: 'u' } } });
  });

  it('are no good to another client', async () => {
    const browser = new Browser(app);
    const tokens = await browser.exchange((await browser.signIn('root@noa.test')).get('code'));

    expect(await refresh(tokens.refresh_token, 'noa-cli')).toMatchObject({ status: 400, error: 'invalid_grant' });
  });

  it('survive a restart of the server', async () => {
    const browser = new Browser(app);
    const tokens = await browser.exchange((await browser.signIn('root@noa.test')).get('code'));

    const restarted = await startProvider();
    const renewed = await requestToken(restarted.app, {
      grant_type: 'refresh_token',
      client_id: 'noa-frontend',
      refresh_token: tokens.refresh_token,
    });
    await restarted.app.close();

    expect(renewed.status).toBe(200);
    await expect(restarted.provider.verify(tokens.access_token)).resolves.toMatchObject({ email: 'root@noa.test' });
  });
});

describe('the session', () => {
  const stateCookie = 'noa_session_state';

  it('is told to the console and kept in a cookie the frame reads', async () => {
    const browser = new Browser(app);
    const callback = await browser.signIn('root@noa.test');
    const frame = await app.inject(realmPath + sessionFramePath);

    expect(callback.get('session_state')).toBe(browser.cookie(stateCookie));
    expect(frame.body).toContain(stateCookie);
    expect(frame.headers['content-security-policy']).toContain(`frame-ancestors ${publicUrl}`);
  });

  it('signs in silently while it lasts', async () => {
    const browser = new Browser(app);
    const before = await browser.authorize({ prompt: 'none' });
    await browser.signIn('root@noa.test');
    const after = await browser.authorize({ prompt: 'none', redirect_uri: `${publicUrl}/silent` });

    expect(before.headers.location).toContain('error=login_required');
    expect(before.headers.location).toContain('session_state=none');
    expect(after.headers.location).toMatch(new RegExp(`^${publicUrl}/silent\\?code=`));
  });

  it('ends with sign-out: state, silent sign-in and refresh tokens', async () => {
    const browser = new Browser(app);
    const tokens = await browser.exchange((await browser.signIn('root@noa.test')).get('code'));
    const revoked = await app.inject({
      method: 'POST',
      url: endpoint('revocation'),
      ...formBody({ token: tokens.refresh_token, token_type_hint: 'refresh_token', client_id: 'noa-frontend' }),
    });
    const query = new URLSearchParams({
      id_token_hint: tokens.id_token,
      post_logout_redirect_uri: `${publicUrl}/`,
      state: 'bye',
    });
    const page = await browser.get(`${endpoint('end_session')}?${query}`);
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
    const done = await browser.post(`${endpoint('end_session')}/confirm`, { xsrf, logout: 'yes' });

    expect(revoked.json()).toEqual({});
    expect(done.headers.location).toBe(`${publicUrl}/?state=bye`);
    expect(browser.cookie(stateCookie)).toBeUndefined();
    expect((await browser.authorize({ prompt: 'none' })).headers.location).toContain('error=login_required');
    expect((await refresh(tokens.refresh_token)).status).toBe(400);
  });

  it('is not ended by a foreign page: without an ID token of its own a person must confirm', async () => {
    const [browser, other] = [new Browser(app), new Browser(app)];
    await browser.signIn('root@noa.test');
    const { id_token: theirs } = await other.exchange((await other.signIn('resident@noa.test')).get('code'));

    for (const query of ['', `?${new URLSearchParams({ id_token_hint: theirs })}`]) {
      const page = await browser.get(endpoint('end_session') + query);

      expect(page.body).not.toContain('<script>');
      expect(page.body).toContain('Doriți să închideți sesiunea?');
    }
  });

  it('lasts for two weeks at last, however often it is used', async () => {
    const browser = new Browser(app);
    await browser.signIn('root@noa.test');
    const begin = (days: number) =>
      sql`update provider_item set payload = payload || jsonb_build_object('loginTs', extract(epoch from now())::int - ${days}::int * 86400)
        where model = 'Session' and id = ${itemKey(browser.cookie('noa_session') ?? '')}`.execute(providerDb);
    const silently = async () => String((await browser.authorize({ prompt: 'none' })).headers.location);

    await begin(13);
    expect(await silently()).toMatch(/[?&]code=/);
    await begin(15);
    expect(await silently()).toContain('error=login_required');

    expect((await browser.signIn('root@noa.test')).get('code')).toBeTruthy();
    expect(await silently()).toMatch(/[?&]code=/);
  });

  it('that is over leaves nothing of where it was used', async () => {
    const browser = new Browser(app);
    await browser.signIn('root@noa.test');
    const id = itemKey(browser.cookie('noa_session') ?? '');
    const { uid } = await providerDb
      .selectFrom('provider_item')
      .select('uid')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const seen = () =>
      providerDb
        .selectFrom('provider_session_seen')
        .select('uid')
        .where('uid', '=', uid ?? '')
        .execute();
    expect(await seen()).toHaveLength(1);

    await sql`update provider_item set expires_at = now() - interval '1 second' where id = ${id}`.execute(providerDb);
    await new Browser(app).signIn('manager@noa.test');

    expect(await seen()).toEqual([]);
  });
});
