import { ApolloClient, ApolloLink, HttpLink, InMemoryCache } from '@apollo/client';
import { CombinedGraphQLErrors, ServerError, ServerParseError } from '@apollo/client/errors';
import { SetContextLink } from '@apollo/client/link/context';
import { ErrorLink } from '@apollo/client/link/error';
import { cacheSizes } from '@apollo/client/utilities';
import { OperationTypeNode } from 'graphql';
import { from, mergeMap, tap } from 'rxjs';
import { OtherAccount, senderHeaders, type OwnToken } from '../session/own-token.ts';
import { connectionLost, connectionWorks } from '../loading/connection.ts';
import { fetchOrTake } from './early.ts';
import { joinQuestions } from './join-questions.ts';
import { tellOtherTabs } from './other-tabs.ts';
import { withoutOvertaken } from './overtaken.ts';
import { typePolicies } from './type-policies.ts';

// What has been read of the cache is kept to be read again, by default of 60,000 objects and lists: as each answer brings new ones, a day would
// keep all of them. This is as much as the longest page has.
cacheSizes['inMemoryCache.executeSelectionSet'] = 1_000;
cacheSizes['inMemoryCache.executeSubSelectedArray'] = 200;

export interface ClientOptions {
  readonly url: string;
  readonly token: OwnToken;
  /** The server does not take the token. */
  readonly onMalformed: (refusal: { message: string; correlationId: string | undefined }) => void;
}

/** The GraphQL client of the specification (§3, §7); its default fetch and error policies are Apollo's own. */
export function createClient({ url, token, onMalformed }: ClientOptions): ApolloClient {
  const watchConnection = new ApolloLink((operation, forward) => forward(operation).pipe(tap(connectionWorks)));

  const errors = new ErrorLink(({ error }) => {
    if (CombinedGraphQLErrors.is(error)) {
      const malformed = error.errors.find(({ extensions }) => extensions?.['code'] === 'AuthenticationMalformed');
      if (malformed) {
        const correlationId = malformed.extensions?.['correlationId'] as string | undefined;
        onMalformed({ message: malformed.message, correlationId });
      }
    } else if (!ServerError.is(error) && !ServerParseError.is(error) && !(error instanceof OtherAccount)) {
      // Whatever answered, the network works; what was not sent says nothing of it.
      connectionLost();
    }
  });

  const authorization = new SetContextLink(async ({ headers }) => ({
    headers: { ...headers, ...(await senderHeaders(token)) },
  }));

  // Few screens listen, and few send files.
  const listen = new ApolloLink((operation) =>
    from(import('./event-stream.ts')).pipe(mergeMap(({ eventStream }) => eventStream(url, operation))),
  );
  const upload = new ApolloLink((operation, forward) =>
    from(import('apollo-upload-client/UploadHttpLink.mjs')).pipe(
      mergeMap(({ default: UploadHttpLink }) => new UploadHttpLink({ uri: url }).request(operation, forward)),
    ),
  );
  const send = ApolloLink.split(
    ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
    listen,
    ApolloLink.split(
      (operation) => operation.getContext()['hasFile'] === true,
      upload,
      new HttpLink({ uri: url, fetch: fetchOrTake }),
    ),
  );

  return new ApolloClient({
    cache: new InMemoryCache({ typePolicies }),
    link: ApolloLink.from([
      joinQuestions(),
      withoutOvertaken(),
      tellOtherTabs(),
      errors,
      watchConnection,
      authorization,
      send,
    ]),
    queryDeduplication: false, // `joinQuestions` does
  });
}
