import { setTimeout as delay } from 'node:timers/promises';
import { demoPassword } from '../identity/provider/demo-users.ts';

/** A request that was lost on the way, or put off: whether anything came of it, nobody knows. */
export class Lost extends Error {
  override readonly name = 'Lost';
}

const renewMs = 120_000;
const tokens = {
  person: { client_id: 'noa-cli', scope: 'openid' },
  gateway: { client_id: 'noa-gateway', scope: 'locks' },
};

/** Somebody who asks through the proxy, and tells what is wrong with the answers. */
export class Caller {
  readonly origin: string;
  /** Answers that were none of those that are right: by their texts. */
  readonly wrong: string[] = [];
  answered = 0;
  /** Broken off on the way. */
  lost = 0;
  /** Refused by a server that says that it cannot just now, as a machine with too much to do makes it. */
  putOff = 0;
  readonly #form: Readonly<Record<string, string>>;
  #token: { readonly text: string; readonly at: number } | undefined;

  private constructor(origin: string, form: Readonly<Record<string, string>>) {
    this.origin = origin;
    this.#form = form;
  }

  static person = (origin: string, username: string) =>
    new Caller(origin, { ...tokens.person, grant_type: 'password', username, password: demoPassword });

  static gateway = (origin: string) =>
    new Caller(origin, { ...tokens.gateway, grant_type: 'client_credentials', client_secret: demoPassword });

  /** @throws {Lost}; an error for an answer with errors, which is also written down as wrong. */
  async ask<Data>(query: string, variables: Record<string, unknown> = {}): Promise<Data> {
    return this.#send<Data>(JSON.stringify({ query, variables }), { 'content-type': 'application/json' });
  }

  /** As `ask`, with the variable `file` (GraphQL multipart request specification). */
  upload<Data>(query: string, variables: Record<string, unknown>, file: File): Promise<Data> {
    const form = new FormData();
    form.set('operations', JSON.stringify({ query, variables: { ...variables, file: null } }));
    form.set('map', JSON.stringify({ 0: ['variables.file'] }));
    form.set('0', file);
    return this.#send<Data>(form, {});
  }

  /** As `ask`, again and again until it is answered: for what changes nothing, or changes the same when it is asked twice. */
  async insist<Data>(query: string, variables: Record<string, unknown> = {}): Promise<Data> {
    for (;;) {
      try {
        return await this.ask<Data>(query, variables);
      } catch (error) {
        if (!(error instanceof Lost)) {
          throw error;
        }
        await delay(100);
      }
    }
  }

  /** Fetches an address; for a feed, as a stream of events. @throws {Lost} */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const token = await this.#freshToken();
    const headers = { authorization: `Bearer oidc~${token}`, ...Object.fromEntries(new Headers(init.headers)) };
    return this.#fetch(path, { ...init, headers });
  }

  async #send<Data>(body: string | FormData, headers: Record<string, string>): Promise<Data> {
    const response = await this.fetch('/graphql', { method: 'POST', body, headers });
    const text = await response.text().catch((cause: unknown) => this.#lose(cause));
    const { data, errors } = readBody(text) as { data?: Data; errors?: { extensions?: { code?: string } }[] };
    if (errors?.every(({ extensions }) => extensions?.code === 'LimitExceeded')) {
      this.putOff += 1;
      throw new Lost(text);
    }
    if (response.status !== 200 || errors !== undefined || !data) {
      return this.complain(`${response.status} ${text.slice(0, 400)}`);
    }
    this.answered += 1;
    return data;
  }

  complain(what: string): never {
    this.wrong.push(what);
    throw new Error(what);
  }

  async #freshToken(): Promise<string> {
    while (!this.#token || Date.now() - this.#token.at > renewMs) {
      const body = new URLSearchParams(this.#form);
      try {
        const response = await this.#fetch('/realms/dev/protocol/openid-connect/token', { method: 'POST', body });
        const { access_token: text } = (await response.json()) as { access_token?: string };
        this.#token = { text: text ?? this.complain(`No token: ${response.status}`), at: Date.now() };
      } catch (error) {
        if (!(error instanceof Lost)) {
          throw error;
        }
        await delay(100);
      }
    }
    return this.#token.text;
  }

  /** The proxy's own 502 and 503 say that a server was lost, or that there is none. */
  async #fetch(path: string, init: RequestInit): Promise<Response> {
    const response = await fetch(`${this.origin}${path}`, init).catch((cause: unknown) => this.#lose(cause));
    const isOfProxy = !response.headers.has('x-request-id');
    return isOfProxy && (response.status === 502 || response.status === 503) ? this.#lose() : response;
  }

  #lose(cause?: unknown): never {
    this.lost += 1;
    throw new Lost('No answer came', { cause });
  }
}

function readBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
