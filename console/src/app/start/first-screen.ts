import type { ApolloClient } from '@apollo/client';
import type { UserManager } from 'oidc-client-ts';
import { hasAuthParams } from 'react-oidc-context';
import { askAhead } from '../../api/ask-ahead.ts';
import { paths } from '../../paths.ts';
import { homeQuestions } from '../../screens/home/problems/questions.ts';
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
 * Asks for what the first screen will wait for, before it is drawn: one after the other, each takes half a second over a slow line.
 *
 * @returns whether somebody is signed in, when all has come or failed; whoever shows it asks again for what failed here, and says why.
 */
export async function fetchFirstScreen(manager: Pick<UserManager, 'getUser'>, client: ApolloClient): Promise<boolean> {
  // Who comes back from the provider is somebody else perhaps, and the address not yet the one that was asked for.
  const user = hasAuthParams() ? null : await manager.getUser();
  if (!user || user.expired) {
    return false;
  }
  await Promise.allSettled([askWho(client), firstScreenLoaded()]);
  return true;
}
