import type { ApolloClient } from '@apollo/client';
import type { UserManager } from 'oidc-client-ts';
import { matchRoutes } from 'react-router';
import { askAhead } from '../../api/ask-ahead.ts';
import { paths } from '../../paths.ts';
import { homeQuestions } from '../../screens/home/problems/questions.ts';
import { ViewerDocument } from '../../session/viewer.graphql.ts';
import { knownViewer } from '../../session/viewer.ts';
import { routes } from '../routes.tsx';

/** The screen of the address and what is around it: their files, and their texts. */
const screensAt = (path: string) =>
  (matchRoutes(routes, path) ?? []).flatMap(({ route: { lazy } }) => (typeof lazy === 'function' ? [lazy()] : []));

/** Who is there, and then, for home, where most come to first, what it begins with. */
async function askWho(client: ApolloClient): Promise<void> {
  const { data } = await client.query({ query: ViewerDocument });
  const viewer = knownViewer(data);
  if (viewer && location.pathname === paths.home) {
    await Promise.allSettled(homeQuestions(viewer).map((question) => askAhead(client, question)));
  }
}

async function fetchOfSomebody(manager: Pick<UserManager, 'getUser'>, client: ApolloClient): Promise<void> {
  const user = await manager.getUser();
  if (user && !user.expired) {
    await Promise.allSettled([askWho(client), ...screensAt(location.pathname)]);
  }
}

/**
 * Asks for what the first screen will wait for, while it is being drawn: one after the other, each takes half a second over a slow line.
 * Never rejects: whoever shows it asks again for what fails here, and says why.
 */
export async function fetchFirstScreen(manager: Pick<UserManager, 'getUser'>, client: ApolloClient): Promise<void> {
  await Promise.allSettled([fetchOfSomebody(manager, client)]);
}
