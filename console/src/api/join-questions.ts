import { ApolloLink } from '@apollo/client';
import { OperationTypeNode, type DocumentNode } from 'graphql';
import { finalize, share, tap, type Observable } from 'rxjs';

/** A question that is on its way. */
interface Asked {
  readonly query: DocumentNode;
  /** How many changes there were when it was sent. */
  readonly changes: number;
  readonly answer: Observable<ApolloLink.Result>;
}

/**
 * Puts a question together with the same one that is on its way, unless something has changed since that was sent: a change was asked for or
 * answered, or there is news. Apollo's own (`queryDeduplication`) knows nothing of changes, and takes for the state after one what was asked before.
 */
export function joinQuestions(): ApolloLink {
  const onTheirWay = new Map<string, Asked>();
  let changes = 0;
  return new ApolloLink((operation, forward) => {
    const { operationType, operationName, variables, query } = operation;
    if (operationType !== OperationTypeNode.QUERY) {
      changes += 1;
      return forward(operation).pipe(tap(() => (changes += 1)));
    }
    const key = JSON.stringify([operationName, variables]);
    const known = onTheirWay.get(key);
    if (known?.changes === changes && known.query === query) {
      return known.answer;
    }
    const forget = () => {
      if (onTheirWay.get(key) === asked) {
        onTheirWay.delete(key);
      }
    };
    // Forgotten before it is told: who asks anew as they are told would be told the end alone.
    const answer = forward(operation).pipe(tap(forget), finalize(forget), share());
    const asked: Asked = { query, changes, answer };
    onTheirWay.set(key, asked);
    return answer;
  });
}
