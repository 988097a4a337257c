import type { ApolloClient, OperationVariables, TypedDocumentNode } from '@apollo/client';
import { CombinedGraphQLErrors } from '@apollo/client/errors';
import { useApolloClient } from '@apollo/client/react';
import { print } from 'graphql';
import { useRef, useState } from 'react';

/** One request of the playground and what came back, as they went over the wire. */
export interface Exchange<Data> {
  readonly request: { readonly query: string; readonly variables: OperationVariables };
  readonly response: { readonly data?: Data | undefined; readonly errors?: readonly unknown[] | undefined };
  readonly milliseconds: number;
}

/** Asks the server, past the cache: what is shown is what it says now. */
async function ask<Data, Variables extends OperationVariables>(
  client: ApolloClient,
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Exchange<Data>> {
  const began = performance.now();
  const done = (response: Exchange<Data>['response']) => ({
    request: { query: print(query), variables },
    response,
    milliseconds: Math.round(performance.now() - began),
  });
  try {
    const { data } = await client.query<Data>({ query, variables, fetchPolicy: 'no-cache' });
    return done({ data });
  } catch (error) {
    return done({ errors: CombinedGraphQLErrors.is(error) ? error.errors : [{ message: String(error) }] });
  }
}

/** The newest exchange of a screen, and how to make the next; an answer that a newer request has overtaken is dropped. */
export function useExchange<Data, Variables extends OperationVariables>(query: TypedDocumentNode<Data, Variables>) {
  const client = useApolloClient();
  const [exchange, setExchange] = useState<Exchange<Data> | null>(null);
  const [waiting, setWaiting] = useState(false);
  const turns = useRef(0);

  async function send(variables: Variables): Promise<void> {
    turns.current += 1;
    const turn = turns.current;
    setWaiting(true);
    const made = await ask(client, query, variables);
    if (turn === turns.current) {
      setExchange(made);
      setWaiting(false);
    }
  }
  return { exchange, waiting, send };
}
