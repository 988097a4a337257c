import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { describeFailure, isRefusal, type Failure } from '../../api/failure.ts';

export interface Answer<Data> {
  /** Of the last question that was answered; it stays until the next one is, or is refused (`isRefusal`). */
  readonly data: Data | undefined;
  /** It answers another question than the one asked now; an answer that is only asked for anew does not. */
  readonly stale: boolean;
  /** What `changes.mark()` was when the question was sent. */
  readonly mark: number;
  readonly failure: Failure | undefined;
  readonly loading: boolean;
}

interface Held<Data> extends Omit<Answer<Data>, 'loading' | 'stale'> {
  readonly asked: string;
  /** What the data answer. */
  readonly answered: string | undefined;
}

/**
 * Asks the server whenever the question changes, or is asked in a new round, and past the cache: the cache would move things
 * on the screen whenever somebody else's answer came by.
 *
 * @param mark - how far the changes are.
 */
export function useAnswer<Data, Variables extends OperationVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  { round, mark }: { round: number; mark: () => number },
): Answer<Data> {
  const client = useApolloClient();
  const [held, setHeld] = useState<Held<Data>>();
  const question = JSON.stringify(variables);
  const asked = `${round} ${question}`;
  useEffect(
    function ask() {
      let isWanted = true;
      const sentAt = mark();
      const parsed = JSON.parse(question) as Variables;
      client.query<Data, Variables>({ query, variables: parsed, fetchPolicy: 'no-cache' } as never).then(
        ({ data }) =>
          isWanted && setHeld({ asked, answered: question, data: data as Data, mark: sentAt, failure: undefined }),
        (error: unknown) =>
          isWanted &&
          setHeld((held) => {
            const before = isRefusal(error) ? undefined : held;
            return {
              asked,
              answered: before?.answered,
              data: before?.data,
              mark: before?.mark ?? sentAt,
              failure: describeFailure(error),
            };
          }),
      );
      return () => {
        isWanted = false;
      };
    },
    [client, query, question, asked, mark],
  );
  return {
    data: held?.data,
    stale: held?.answered !== question,
    mark: held?.mark ?? 0,
    failure: held?.asked === asked ? held.failure : undefined,
    loading: held?.asked !== asked,
  };
}
