import { baseURL } from './server.ts';

const tokenUrl = `${baseURL}/realms/dev/protocol/openid-connect/token`;

async function token(form: Record<string, string>): Promise<string> {
  const response = await fetch(tokenUrl, { method: 'POST', body: new URLSearchParams(form) });
  if (!response.ok) {
    throw new Error(`No token: ${response.status} ${await response.text()}`);
  }
  const { access_token } = (await response.json()) as { access_token: string };
  return access_token;
}

const tokens = new Map<string, { readonly since: number; readonly token: Promise<string> }>();

/** Milliseconds for which a token is used again: it must not end under way. */
const tokenMs = 100_000;

/** The access token of a demonstration account: each password that is tried costs the server tens of milliseconds, so one token does for a while. */
export function signInByPassword(username: string): Promise<string> {
  const known = tokens.get(username);
  if (known && Date.now() - known.since < tokenMs) {
    return known.token;
  }
  const form = { grant_type: 'password', client_id: 'noa-cli', username, password: 'noa-demo', scope: 'openid' };
  const asked = token(form);
  tokens.set(username, { since: Date.now(), token: asked });
  return asked;
}

/** The access token of a gateway of the lock network; of the demonstration's own, unless another is named. */
export const signInGateway = ({ id, secret } = { id: 'noa-gateway', secret: 'noa-demo' }): Promise<string> =>
  token({ grant_type: 'client_credentials', client_id: id, client_secret: secret, scope: 'locks' });

/**
 * Runs one operation.
 *
 * @throws {Error} with the errors of the answer.
 */
export async function graphql<Data>(
  accessToken: string,
  query: string,
  variables: Record<string, unknown> = {},
): Promise<Data> {
  const response = await fetch(`${baseURL}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer oidc~${accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await response.json()) as { data: Data; errors?: unknown[] };
  if (errors) {
    throw new Error(`The API refused: ${JSON.stringify(errors)}`);
  }
  return data;
}

/**
 * Runs one operation as root.
 *
 * @throws {Error} with the errors of the answer.
 */
export const asRoot = async <Data>(query: string, variables?: Record<string, unknown>): Promise<Data> =>
  graphql<Data>(await signInByPassword('root@noa.test'), query, variables);
