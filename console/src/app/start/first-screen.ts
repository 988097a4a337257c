import type { ApolloClient } from '@apollo/client';
import { askAhead } from '../../api/ask-ahead.ts';
import { paths } from '../../paths.ts';
import { homeQuestions } from '../../screens/home/problems/questions.ts';
import type { Session } from '../../session/session.ts';
import { ViewerDocument } from '../../session/viewer.graphql.ts';
import { knownViewer } from '../../session/viewer.ts';
import { firstScreenLoaded } from '../router.ts';

/** Who is there, and then, for home, where most come to first, what it begins with. */
async function askWho(client: ApolloClient): Promise<void> {
  const { data } = await client.query({ query: ViewerDocument });
  const viewer = knownViewer(data);
  if (viewer && location.pathname === paths.home) {
    await Promise.allSettled(homeQuestions(viewer).map((question) => askAhead(client, question)));
  }
}

/**
 * Asks for what the first screen will wait for as soon as somebody is signed in: one after the other, each takes half a second over a slow line.
 * Resolves when all has come or failed; whoever shows it asks again for what failed here, and says why.
 */
export async function fetchFirstScreen(session: Session, client: ApolloClient): Promise<void> {
  // Until then it is not known who comes back from the provider, nor the address that was asked for.
  await session.somebody();
  await Promise.allSettled([askWho(client), firstScreenLoaded()]);
}
