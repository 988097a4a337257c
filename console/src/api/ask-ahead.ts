import type { ApolloClient, DocumentNode, OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useState } from 'react';

/** What a screen asks first. */
export interface Question {
  readonly query: DocumentNode | TypedDocumentNode<unknown, OperationVariables>;
  readonly variables?: OperationVariables;
}

/** What has been asked ahead and not been shown yet, and when: milliseconds since the page began. */
const asked = new Map<Question, number>();
/** Milliseconds for which an answer counts as new. */
const newMs = 10_000;

/** Takes what was asked ahead; whether that was just now. */
function takeAsked(question: Question): boolean {
  const at = asked.get(question) ?? -Infinity;
  asked.delete(question);
  return performance.now() - at < newMs;
}

/** Asks what a screen will ask, while it is still being drawn. */
export async function askAhead(client: ApolloClient, question: Question): Promise<void> {
  asked.set(question, performance.now());
  await client.query(question);
}

/**
 * How a screen asks a question that may have been asked ahead: whoever shows it first takes that answer, as it is new; all others show what
 * is known, and ask.
 */
export function useFreshAnswer(question: Question): 'cache-first' | 'cache-and-network' {
  const [wasAsked] = useState(() => takeAsked(question));
  return wasAsked ? 'cache-first' : 'cache-and-network';
}
