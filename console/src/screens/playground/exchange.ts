import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { CombinedGraphQLErrors } from '@apollo/client/errors';
import { useApolloClient } from '@apollo/client/react';
import { print } from 'graphql';
import { useRef, useState } from 'react';

/** One request of the playground and what came back, as they went over the wire. */
export interface Exchange<Data, Variables = OperationVariables> {
  readonly request: { readonly query: string; readonly variables: Variables };
  readonly response: Answer<Data>;
  readonly milliseconds: number;
}

export interface Answer<Data> {
  readonly data?: Data | undefined;
  readonly errors?: readonly unknown[] | undefined;
}

/** Takes a request to the server in somebody's name; a failure is an answer too. */
export type Sender = <Data, Variables extends OperationVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
) => Promise<Answer<Data>>;

/** Asks in the name of whoever is signed in, past the cache: what is shown is what the server says now. */
export function usePersonSender(): Sender {
  const client = useApolloClient();
  return async <Data, Variables extends OperationVariables>(
    query: TypedDocumentNode<Data, Variables>,
    variables: Variables,
  ): Promise<Answer<Data>> => {
    try {
      const { data } = await client.query<Data>({ query, variables, fetchPolicy: 'no-cache' });
      return { data };
    } catch (error) {
      return { errors: CombinedGraphQLErrors.is(error) ? error.errors : [{ message: String(error) }] };
    }
  };
}

/** The newest exchange of a screen, and how to make the next; an answer that a newer request has overtaken is dropped. */
export function useExchange<Data, Variables extends OperationVariables>(
  query: TypedDocumentNode<Data, Variables>,
  sender: Sender,
) {
  const [exchange, setExchange] = useState<Exchange<Data, Variables> | null>(null);
  const [waiting, setWaiting] = useState(false);
  const attempts = useRef(0);

  async function send(variables: Variables): Promise<Answer<Data>> {
    attempts.current += 1;
    const attempt = attempts.current;
    const began = performance.now();
    setWaiting(true);
    const response = await sender(query, variables);
    if (attempt === attempts.current) {
      const milliseconds = Math.round(performance.now() - began);
      setExchange({ request: { query: print(query), variables }, response, milliseconds });
      setWaiting(false);
    }
    return response;
  }
  return { exchange, waiting, send };
}
