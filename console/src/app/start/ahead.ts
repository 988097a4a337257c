// Before the styles of all parts, which change these: what is loaded by name may come in any order.
import './styles.ts';
import { askEarly } from '../../api/early.ts';
import { canWaitForLibrary, onlyKeptUser, senderOf, tokenOf } from '../../session/kept-user.ts';
import viewerQuery from 'virtual:sent/session/viewer.graphql.ts#ViewerDocument';
import countsQuery from 'virtual:sent/screens/container-status/container-status.graphql.ts#ContainerStatusCountsDocument';
import { mostProblems, toldOfProblems } from '../../screens/home/problems/first-asked.ts';
import problemsQuery from 'virtual:sent/screens/home/problems/problems.graphql.ts#ContainerProblemsDocument';
import { chosenLanguage } from '../../ui/chosen-language.ts';
import { homeTexts } from './home-texts.ts';
import { showStartFailure } from './start-failure.ts';

/**
 * The page's own script, which asks for what the first screen will wait for while the console's code, sixty times as long, is on its way: who
 * is there, and for home, where most come to first, its texts and what it begins with. It knows nothing of the rest and shows nothing;
 * what does not succeed is asked for again, by who shows it.
 */
async function askFirst(): Promise<void> {
  const user = onlyKeptUser();
  if (!canWaitForLibrary(user)) {
    // By name it would be asked for when all else is here; who uses it asks again for what does not come (`loading/`).
    import('../../session/user-manager.ts').catch(() => undefined);
  }
  const token = tokenOf(user);
  if (token === undefined) {
    return;
  }
  const ask = <Data>(operationName: string, query: string, variables = {}) =>
    askEarly<Data>(senderOf(token), { operationName, query, variables });
  const asking = ask<{ viewer: { permissions: readonly string[] } }>('Viewer', viewerQuery);
  if (location.pathname !== '/home') {
    return;
  }
  homeTexts.forEach((name) => preload(`/locales/${chosenLanguage()}/${name}.json`));
  const answer = await asking;
  if (answer?.viewer.permissions.includes(toldOfProblems)) {
    // The list first: there may be one connection left, and the other waits half a second.
    void ask('ContainerProblems', problemsQuery, { first: mostProblems });
    void ask('ContainerStatusCounts', countsQuery);
  }
}

function preload(href: string): void {
  const link = document.createElement('link');
  Object.assign(link, { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href });
  document.head.append(link);
}

// The same page is the frame in which sessions are renewed: nobody looks at that.
if (location.pathname !== '/silent') {
  askFirst().catch(() => undefined);
}
// Without it nothing would ever be on the page.
import('../../main.tsx').catch(showStartFailure);
