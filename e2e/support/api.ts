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

/** The access token of a demonstration account. */
export const signInByPassword = (username: string): Promise<string> =>
  token({ grant_type: 'password', client_id: 'noa-cli', username, password: 'noa-demo', scope: 'openid' });

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
 * Runs one operation as root, signed in anew.
 *
 * @throws {Error} with the errors of the answer.
 */
export const asRoot = async <Data>(query: string, variables?: Record<string, unknown>): Promise<Data> =>
  graphql<Data>(await signInByPassword('root@noa.test'), query, variables);
