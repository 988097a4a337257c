import type { Role } from '@noa/domain/vocabulary.ts';
import { adminPassword, keycloakUrl } from './addresses.ts';

/** The administrator's access token; it lives for a minute, so each call asks for its own. */
async function signInAdmin(): Promise<string> {
  const response = await fetch(`${keycloakUrl}/realms/master/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'password',
      client_id: 'admin-cli',
      username: 'admin',
      password: adminPassword,
    }),
  });
  const { access_token: token } = (await response.json()) as { access_token: string };
  return token;
}

/**
 * One call of Keycloak's administration of the realm `dev`.
 *
 * @param path - beneath the realm: `/users`.
 * @throws {Error} with what Keycloak says against it.
 */
export async function administer<Answer = undefined>(method: string, path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(`${keycloakUrl}/admin/realms/dev${path}`, {
    method,
    headers: { authorization: `Bearer ${await signInAdmin()}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) {
    throw new Error(`Keycloak refused ${method} ${path}: ${response.status} ${text}`);
  }
  return (text === '' ? undefined : JSON.parse(text)) as Answer;
}

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly password: string;
}

interface Named {
  readonly id: string;
  readonly name: string;
}

const password = 'Un-Secret-Lung-42';

/** Makes a user as an administrator does, with a role and an address of theirs. */
export async function addPerson(name: string, role: Role): Promise<Person> {
  const email = `${name}@example.ro`;
  await administer('POST', '/users', {
    username: email,
    email,
    emailVerified: true,
    firstName: 'Ana',
    lastName: name,
    enabled: true,
    credentials: [{ type: 'password', value: password, temporary: false }],
  });
  const [user] = await administer<Named[]>('GET', `/users?exact=true&email=${encodeURIComponent(email)}`);
  if (!user) {
    throw new Error(`Keycloak has made no user ${email}`);
  }
  await changeRole('POST', user.id, role);
  return { id: user.id, email, password };
}

/** Gives a user a role (`POST`), or takes it (`DELETE`). */
export async function changeRole(method: 'POST' | 'DELETE', userId: string, role: Role): Promise<void> {
  const found = await administer<Named>('GET', `/roles/${role}`);
  await administer(method, `/users/${userId}/role-mappings/realm`, [found]);
}
