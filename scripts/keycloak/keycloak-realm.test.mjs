/** The realms of `deploy/keycloak` against what server and console expect of one; a real Keycloak: `npm run check:keycloak`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { roles } from '../../domain/src/vocabulary.ts';
import { readSettings } from '../../server/src/config/config.ts';
import { keycloakVersion } from './keycloak.mjs';
import { root } from '../prepare.mjs';

const read = (path) => readFileSync(join(root, path), 'utf8');
const realmOf = (name) => JSON.parse(read(`deploy/keycloak/${name}-realm.json`));

const { oidc } = readSettings({});

/** What the console asks for besides `openid`, which Keycloak knows by itself. */
const askedFor = () => {
  const [, scope] = /scope: '([^']+)'/.exec(read('console/src/session/user-manager.ts'));
  return scope.split(' ').filter((each) => each !== 'openid');
};

const rolesClaim = {
  protocolMapper: 'oidc-usermodel-realm-role-mapper',
  config: expect.objectContaining({ 'claim.name': 'realm_access.roles', 'access.token.claim': 'true' }),
};
const audience = {
  protocolMapper: 'oidc-audience-mapper',
  config: expect.objectContaining({ 'included.custom.audience': oidc.audience, 'access.token.claim': 'true' }),
};

it('differ in nothing but their names', () => {
  expect(readdirSync(join(root, 'deploy/keycloak')).toSorted()).toEqual(['dev-realm.json', 'prod-realm.json']);
  expect({ ...realmOf('dev'), realm: 'prod' }).toEqual(realmOf('prod'));
  expect(realmOf('dev').realm).toBe('dev');
});

it('are tried with the Keycloak that the compose file runs', () => {
  expect(/keycloak\/keycloak:(\S+)/.exec(read('deploy/compose/compose.yaml'))?.[1]).toBe(keycloakVersion);
});

describe.each(['prod', 'dev'])('the realm %s', (name) => {
  const realm = realmOf(name);
  const clientOf = (id) => realm.clients.find(({ clientId }) => clientId === id);
  const mappersOf = ({ defaultClientScopes }) =>
    realm.clientScopes
      .filter((scope) => defaultClientScopes.includes(scope.name))
      .flatMap(({ protocolMappers }) => protocolMappers);

  it('has the roles of the domain, all of which reach a token', () => {
    const named = realm.roles.realm.map((role) => role.name);
    expect(named.toSorted()).toEqual(roles.toSorted());
    expect(realm.scopeMappings).toEqual([{ clientScope: 'roles', roles: named }]);
  });

  it('has no users and no secrets', () => {
    expect(realm.users).toBeUndefined();
    expect(realm.clients.filter(({ secret }) => secret !== undefined)).toEqual([]);
    expect(realm.registrationAllowed).toBe(false);
  });

  it('knows the console, which may do nothing but the code flow with PKCE, and return to where Noa is', () => {
    const client = clientOf(oidc.clientId);
    expect(client).toMatchObject({
      publicClient: true,
      standardFlowEnabled: true,
      implicitFlowEnabled: false,
      directAccessGrantsEnabled: false,
      serviceAccountsEnabled: false,
      redirectUris: ['${NOA_PUBLIC_URL}/', '${NOA_PUBLIC_URL}/silent'],
      webOrigins: ['${NOA_PUBLIC_URL}'],
      attributes: {
        'pkce.code.challenge.method': 'S256',
        'post.logout.redirect.uris': '${NOA_PUBLIC_URL}/',
      },
    });
    expect(mappersOf(client)).toEqual(
      expect.arrayContaining([rolesClaim, audience].map((mapper) => expect.objectContaining(mapper))),
    );
  });

  it('gives the console every scope it asks for: Keycloak refuses to sign anybody in for one it does not know', () => {
    const { defaultClientScopes, optionalClientScopes } = clientOf(oidc.clientId);
    expect([...defaultClientScopes, ...optionalClientScopes]).toEqual(expect.arrayContaining(askedFor()));
    // An offline session outlives the sign-out.
    expect(askedFor()).not.toContain('offline_access');
  });

  it('names no scope that it does not have', () => {
    const there = realm.clientScopes.map((scope) => scope.name);
    const named = realm.clients.flatMap((client) => [...client.defaultClientScopes, ...client.optionalClientScopes]);
    expect([...named, ...realm.defaultDefaultClientScopes].filter((scope) => !there.includes(scope))).toEqual([]);
  });

  it('has an example of a gateway, which speaks for itself alone and has no role', () => {
    const client = clientOf('noa-gateway');
    expect(client).toMatchObject({
      enabled: false,
      publicClient: false,
      standardFlowEnabled: false,
      directAccessGrantsEnabled: false,
      serviceAccountsEnabled: true,
    });
    expect(client.defaultClientScopes).toContain('locks');
    const mappers = mappersOf(client);
    expect(mappers).toContainEqual(expect.objectContaining(audience));
    expect(mappers).not.toContainEqual(expect.objectContaining(rolesClaim));
  });

  it('has tokens that live as long as those of the embedded provider, and slows guessing down', () => {
    const settings = read('server/src/identity/provider/oidc/configuration.ts');
    expect(realm.accessTokenLifespan).toBe(Number(/accessTokenTtl = (\d+);/.exec(settings)[1]));
    expect(realm.ssoSessionIdleTimeout).toBe(12 * 3600);
    expect(realm).toMatchObject({ revokeRefreshToken: true, bruteForceProtected: true, permanentLockout: false });
  });
});
