import { ApolloClient, ApolloLink, gql, InMemoryCache } from '@apollo/client';
import { Subject } from 'rxjs';
import { expect, it } from 'vitest';
import { joinQuestions } from './join-questions.ts';

const query = gql('query Named { name }');

/** The link before a server whose answers are given by hand, in the order in which they are asked for. */
function aServer() {
  const asked: Subject<ApolloLink.Result>[] = [];
  const server = new ApolloLink(() => {
    const answer = new Subject<ApolloLink.Result>();
    asked.push(answer);
    return answer;
  });
  const client = new ApolloClient({ cache: new InMemoryCache(), link: server });
  const link = joinQuestions().concat(server);
  return { asked, ask: () => ApolloLink.execute(link, { query }, { client }) };
}

function answer(asked: Subject<ApolloLink.Result> | undefined, name: string): void {
  asked?.next({ data: { name } });
  asked?.complete();
}

it('answers who asks the same while it is told, by an answer of their own', () => {
  const { asked, ask } = aServer();
  const told: string[] = [];
  const tell = (who: string) => ({
    next: ({ data }: ApolloLink.Result) => told.push(`${who} ${String(data?.['name'])}`),
    complete: () => told.push(`${who} ends`),
  });
  ask().subscribe({
    ...tell('first'),
    next: (result) => {
      tell('first').next(result);
      ask().subscribe(tell('second'));
    },
  });

  answer(asked[0], 'one');
  expect(told).toEqual(['first one', 'first ends']);
  answer(asked[1], 'two');
  expect(told).toEqual(['first one', 'first ends', 'second two', 'second ends']);
});

it('takes no question back from one who still waits when another leaves', () => {
  const { asked, ask } = aServer();
  const told: unknown[] = [];
  const leaves = ask().subscribe();
  ask().subscribe(({ data }) => told.push(data));

  leaves.unsubscribe();
  answer(asked[0], 'one');

  expect(asked).toHaveLength(1);
  expect(told).toEqual([{ name: 'one' }]);
});
