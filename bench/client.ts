/** A token that ends this soon is not used any more. */
const renewalMs = 30_000;

/** Milliseconds after which a request counts as lost. */
const timeoutMs = 30_000;

/** The API answered, and refused. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  /** The first error's code. */
  readonly code: string;

  constructor(errors: readonly { readonly extensions?: { readonly code?: string } }[]) {
    super(`The API refused: ${JSON.stringify(errors).slice(0, 1_000)}`);
    this.code = errors[0]?.extensions?.code ?? '';
  }
}

interface Token {
  readonly text: string;
  readonly endsAt: number;
}

/** What scripts outside the server know of it: its address, tokens and GraphQL. */
export class Client {
  readonly origin: string;
  readonly #form: Record<string, string>;
  #token: Promise<Token> | null = null;

  private constructor(origin: string, form: Record<string, string>) {
    this.origin = origin;
    this.#form = form;
  }

  /** Signs in with a form for the provider's token endpoint, and again whenever the token is about to end. */
  static async signIn(origin: string, form: Record<string, string>): Promise<Client> {
    const client = new Client(origin, form);
    await client.token();
    return client;
  }

  /** An access token that still holds for a while. */
  async token(): Promise<string> {
    this.#token ??= this.#askToken().catch((error: unknown) => {
      this.#token = null;
      throw error;
    });
    const asked = this.#token;
    const { text, endsAt } = await asked;
    if (endsAt - Date.now() > renewalMs) {
      return text;
    }
    if (this.#token === asked) {
      this.#token = null; // whoever comes first asks for all
    }
    return this.token();
  }

  async #askToken(): Promise<Token> {
    const response = await fetch(`${this.origin}/realms/dev/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams(this.#form),
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((cause: unknown) => {
      throw new Error(`No server answers at ${this.origin}; npm start starts one.`, { cause });
    });
    if (!response.ok) {
      throw new Error(`No token from ${this.origin}: ${response.status} ${await response.text()}`);
    }
    const { access_token, expires_in } = (await response.json()) as { access_token: string; expires_in: number };
    // Never asked for more than once in ten seconds, however short its life.
    return { text: access_token, endsAt: Date.now() + Math.max(expires_in * 1_000, renewalMs + 10_000) };
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
   * @throws {Refusal} with the errors of the answer; another error when there was none.
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
      headers: { ...headers, authorization: `Bearer oidc~${await this.token()}` },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    });
    const { data, errors } = (await response.json()) as { data: Data; errors?: { extensions?: { code?: string } }[] };
    if (errors) {
      throw new Refusal(errors);
    }
    return data;
  }
}
