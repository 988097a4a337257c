import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { print } from 'graphql';
import { useState } from 'react';
import { useOutletContext } from 'react-router';
import type { ConsoleConfig } from '@noa/domain/console-paths.ts';
import type { Answer, Sender } from './exchange.ts';

/** With what a gateway of the lock network signs in: its client's id and secret. */
export interface GatewayCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The gateway as which the test screens speak. What it signs in with lives in this page's memory, and nowhere else. */
export interface Gateway {
  readonly credentials: GatewayCredentials;
  readonly setCredentials: (credentials: GatewayCredentials) => void;
  readonly sender: Sender;
}

interface Token {
  readonly of: GatewayCredentials;
  readonly value: string;
  /** Milliseconds since the epoch. */
  readonly until: number;
}

/** Milliseconds before its end at which a token is no longer used. */
const marginMs = 30_000;

/** The gateway of the demonstration town, which production has not got (README.md, "Try it"). */
const demoGateway: GatewayCredentials = { clientId: 'noa-gateway', clientSecret: 'noa-demo' };

/** For the layout of the test screens, which share one gateway. */
export function useNewGateway(config: ConsoleConfig): Gateway {
  const [client] = useState(() => new GatewayClient(config));
  const [credentials, setCredentials] = useState(config.production ? { clientId: '', clientSecret: '' } : demoGateway);
  return { credentials, setCredentials, sender: (query, variables) => client.send(credentials, query, variables) };
}

/** For the test screens: `useExchange(SomeDocument, useGateway().sender)`, with a `GatewaySignIn` in the form. */
export const useGateway = (): Gateway => useOutletContext<Gateway>();

class GatewayClient {
  readonly #config: ConsoleConfig;
  #token: Token | undefined;

  constructor(config: ConsoleConfig) {
    this.#config = config;
  }

  /** Past the console's own client, which speaks for the person. */
  async send<Data, Variables extends OperationVariables>(
    credentials: GatewayCredentials,
    query: TypedDocumentNode<Data, Variables>,
    variables: Variables,
  ): Promise<Answer<Data>> {
    try {
      const response = await fetch(this.#config.graphqlUrl, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `bearer oidc~${await this.#tokenOf(credentials)}`,
        },
        body: JSON.stringify({ query: print(query), variables }),
      });
      return (await response.json()) as Answer<Data>;
    } catch (error) {
      return { errors: [{ message: error instanceof Error ? error.message : String(error) }] };
    }
  }

  async #tokenOf(credentials: GatewayCredentials): Promise<string> {
    if (this.#token?.of !== credentials || this.#token.until < Date.now()) {
      this.#token = await this.#signIn(credentials);
    }
    return this.#token.value;
  }

  /** The client credentials grant (RFC 6749, 4.4), which is for machines: no person is asked. */
  async #signIn(credentials: GatewayCredentials): Promise<Token> {
    const discovery = await fetch(`${this.#config.authority}/.well-known/openid-configuration`);
    const { token_endpoint } = (await discovery.json()) as { token_endpoint: string };
    const answer = await fetch(token_endpoint, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: credentials.clientId,
        client_secret: credentials.clientSecret,
        scope: 'locks',
      }),
    });
    const body = (await answer.json()) as {
      access_token?: string;
      expires_in?: number;
      error?: string;
      error_description?: string;
    };
    if (!answer.ok || body.access_token === undefined) {
      throw new Error(`${answer.status} ${[body.error, body.error_description].filter(Boolean).join(': ')}`);
    }
    return { of: credentials, value: body.access_token, until: Date.now() + (body.expires_in ?? 0) * 1000 - marginMs };
  }
}
