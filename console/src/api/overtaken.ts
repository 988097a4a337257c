import { ApolloLink } from '@apollo/client';
import { OperationTypeNode } from 'graphql';
import { finalize, map } from 'rxjs';

/** What is known of one question while it is on its way. */
interface Asked {
  /** How often it was sent, and how often of that is still to be answered. */
  sent: number;
  pending: number;
  /** Which of these was answered last, by what. */
  answered: number;
  answer: ApolloLink.Result | undefined;
}

/**
 * Gives the answer that has overtaken one in its place: what was asked before a change, and is told after what was asked anew, would be kept as
 * what is so now.
 */
export function withoutOvertaken(): ApolloLink {
  const questions = new Map<string, Asked>();
  return new ApolloLink((operation, forward) => {
    if (operation.operationType !== OperationTypeNode.QUERY) {
      return forward(operation);
    }
    const key = JSON.stringify([operation.operationName, operation.variables]);
    const asked = questions.get(key) ?? { sent: 0, pending: 0, answered: 0, answer: undefined };
    questions.set(key, asked);
    asked.pending += 1;
    const own = (asked.sent += 1);
    return forward(operation).pipe(
      map((answer) => {
        if (asked.answer && asked.answered > own) {
          return asked.answer;
        }
        Object.assign(asked, { answered: own, answer });
        return answer;
      }),
      finalize(() => {
        asked.pending -= 1;
        if (asked.pending === 0) {
          questions.delete(key);
        }
      }),
    );
  });
}
