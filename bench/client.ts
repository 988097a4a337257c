/** What scripts outside the server know of it: its address, tokens and GraphQL. */
export class Client {
  readonly origin: string;
  #token: string;

  private constructor(origin: string, token: string) {
    this.origin = origin;
    this.#token = token;
  }

  /** Signs in with a form for the provider's token endpoint. */
  static async signIn(origin: string, form: Record<string, string>): Promise<Client> {
    const response = await fetch(`${origin}/realms/dev/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams(form),
    });
    if (!response.ok) {
      throw new Error(`No token from ${origin}: ${response.status} ${await response.text()}`);
    }
    const { access_token } = (await response.json()) as { access_token: string };
    return new Client(origin, access_token);
  }

  static person(origin: string, username: string): Promise<Client> {
    const form = { grant_type: 'password', client_id: 'noa-cli', password: 'noa-demo', scope: 'openid' };
    return Client.signIn(origin, { ...form, username });
  }

  static gateway(origin: string): Promise<Client> {
    const form = { grant_type: 'client_credentials', client_id: 'noa-gateway', client_secret: 'noa-demo' };
    return Client.signIn(origin, { ...form, scope: 'locks' });
  }

  /**
   * Runs one operation.
   *
   * @throws {Error} with the errors of the answer.
   */
  run<Data>(query: string, variables: Record<string, unknown> = {}): Promise<Data> {
    return this.#send(JSON.stringify({ query, variables }), { 'content-type': 'application/json' });
  }

  /** Runs one operation whose variable `file` is a file (GraphQL multipart request specification). */
  upload<Data>(query: string, variables: Record<string, unknown>, file: File): Promise<Data> {
    const form = new FormData();
    form.set('operations', JSON.stringify({ query, variables: { ...variables, file: null } }));
    form.set('map', JSON.stringify({ 0: ['variables.file'] }));
    form.set('0', file);
    return this.#send(form, {});
  }

  async #send<Data>(body: string | FormData, headers: Record<string, string>): Promise<Data> {
    const response = await fetch(`${this.origin}/graphql`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer oidc~${this.#token}` },
      body,
    });
    const { data, errors } = (await response.json()) as { data: Data; errors?: unknown[] };
    if (errors) {
      throw new Error(`The API refused: ${JSON.stringify(errors).slice(0, 1_000)}`);
    }
    return data;
  }
}
