import { ApolloClient, ApolloLink, gql, InMemoryCache } from '@apollo/client';
import { of } from 'rxjs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followOtherTabs, tellOtherTabs } from './other-tabs.ts';

/** The tab that a test is about, as the browser tells whether it is looked at. */
const tab = Object.assign(new EventTarget(), { hidden: false });
function look(isLookedAt: boolean): void {
  tab.hidden = !isLookedAt;
  tab.dispatchEvent(new Event('visibilitychange'));
}

const asksAnew = vi.fn(async () => []);
let stop = () => {};
const other = new BroadcastChannel('noa changes');
/** A change in another tab; until a channel has been told of it that was opened last: all others have been told before. */
async function tell(): Promise<void> {
  const last = new BroadcastChannel('noa changes');
  const told = new Promise((resolve) => last.addEventListener('message', resolve, { once: true }));
  other.postMessage(null);
  await told;
  last.close();
}

beforeEach(() => {
  vi.stubGlobal('document', tab);
  asksAnew.mockClear();
  stop = followOtherTabs({ refetchQueries: asksAnew } as never);
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

it('asks anew for what is shown when one comes back to a tab after a change in another, once', async () => {
  look(false);
  await tell();
  expect(asksAnew).not.toHaveBeenCalled();
  look(true);
  expect(asksAnew).toHaveBeenCalledExactlyOnceWith({ include: 'active' });
  look(false);
  look(true);
  expect(asksAnew).toHaveBeenCalledOnce();
});

it('moves nothing in a tab that is looked at', async () => {
  await tell();
  expect(asksAnew).not.toHaveBeenCalled();
});

it('tells of changes, and of no question', async () => {
  const handleTold = vi.fn();
  other.addEventListener('message', handleTold);
  const answers = new ApolloLink(() => of({ data: { done: true } }));
  const client = new ApolloClient({ cache: new InMemoryCache(), link: tellOtherTabs().concat(answers) });

  await client.query({ query: gql('{ done }') });
  await tell();
  expect(handleTold).not.toHaveBeenCalled();
  await client.mutate({ mutation: gql('mutation { done }') });
  await tell();
  expect(handleTold).toHaveBeenCalledOnce();
});
