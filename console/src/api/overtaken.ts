import { ApolloLink } from '@apollo/client';
import { OperationTypeNode } from 'graphql';
import { finalize, mergeMap, of, tap, type Observable } from 'rxjs';

/** What is known of one question while it is on its way. */
interface Asked {
  /** How often it was sent, and how often of that is still to be answered. */
  sent: number;
  pending: number;
  /** Which of these was answered last, by what, after how many changes. */
  answered: number;
  answer: ApolloLink.Result | undefined;
  changes: number;
}

/**
 * Gives nothing that was asked before a change and is told after it, as it would be kept as what is so now: such a question is asked once more, as
 * often as a change is answered meanwhile. Where the same was asked anew in the meantime and is answered already, that answer takes its place.
 */
export function withoutOvertaken(): ApolloLink {
  const questions = new Map<string, Asked>();
  /** Changes that were answered. */
  let changes = 0;
  return new ApolloLink((operation, forward) => {
    if (operation.operationType === OperationTypeNode.MUTATION) {
      return forward(operation).pipe(tap(() => (changes += 1)));
    }
    if (operation.operationType !== OperationTypeNode.QUERY) {
      return forward(operation);
    }
    const key = JSON.stringify([operation.operationName, operation.variables]);
    const asked = questions.get(key) ?? { sent: 0, pending: 0, answered: 0, answer: undefined, changes };
    questions.set(key, asked);
    asked.pending += 1;
    const ask = (): Observable<ApolloLink.Result> => {
      const own = (asked.sent += 1);
      const before = changes;
      return forward(operation).pipe(
        mergeMap((answer) => {
          if (asked.answer && asked.answered > own && asked.changes === changes) {
            return of(asked.answer);
          }
          if (changes !== before) {
            return ask();
          }
          Object.assign(asked, { answered: own, answer, changes });
          return of(answer);
        }),
      );
    };
    return ask().pipe(
      finalize(() => {
        asked.pending -= 1;
        if (asked.pending === 0) {
          questions.delete(key);
        }
      }),
    );
  });
}
