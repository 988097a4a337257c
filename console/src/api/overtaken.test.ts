import { ApolloClient, ApolloLink, gql, InMemoryCache } from '@apollo/client';
import fc from 'fast-check';
import { Subject } from 'rxjs';
import { expect, it } from 'vitest';
import { withoutOvertaken } from './overtaken.ts';

const query = gql('query Count { count }');
const mutation = gql('mutation Raise { raise }');

interface Pending {
  readonly isChange: boolean;
  readonly answer: Subject<ApolloLink.Result>;
  /** What a question is answered: what the server held when it was asked. */
  readonly held: number;
}

/** The link before a server that holds a count, and whose answers come in any order. */
function aServer() {
  const pending: Pending[] = [];
  let count = 0;
  const server = new ApolloLink(({ operationName }) => {
    const isChange = operationName === 'Raise';
    count += isChange ? 1 : 0;
    const answer = new Subject<ApolloLink.Result>();
    pending.push({ isChange, answer, held: count });
    return answer;
  });
  const client = new ApolloClient({ cache: new InMemoryCache(), link: server });
  const link = withoutOvertaken().concat(server);
  return {
    pending,
    ask: () => ApolloLink.execute(link, { query }, { client }),
    change: () => ApolloLink.execute(link, { query: mutation }, { client }),
    /** Answers one of those that wait. @returns the count of which a change tells, once it is told. */
    answerOne: (index: number): number | undefined => {
      const [chosen] = pending.splice(index % pending.length, 1);
      chosen?.answer.next({ data: chosen.isChange ? { raise: chosen.held } : { count: chosen.held } });
      chosen?.answer.complete();
      return chosen?.isChange ? chosen.held : undefined;
    },
  };
}

it('tells nothing that is older than a change of which has been told', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom('ask', 'change', 'answer'), fc.nat(9)), { maxLength: 40 }),
      (steps) => {
        const server = aServer();
        let known = 0;
        const told: boolean[] = [];
        let asked = 0;
        const answer = (index: number) => {
          if (server.pending.length > 0) {
            // Before it is told: what is told by the same answer is not older than it.
            const next = server.pending[index % server.pending.length];
            known = next?.isChange ? Math.max(known, next.held) : known;
            server.answerOne(index);
          }
        };
        for (const [what, index] of steps) {
          if (what === 'ask') {
            asked += 1;
            server.ask().subscribe(({ data }) => void told.push(Number(data?.['count']) >= known));
          } else if (what === 'change') {
            server.change().subscribe();
          } else {
            answer(index);
          }
        }
        while (server.pending.length > 0) {
          answer(0);
        }

        expect(told).toEqual(Array.from({ length: asked }, () => true));
      },
    ),
  );
});

it('asks once where nothing changes', () => {
  const { pending, ask, answerOne } = aServer();
  const told: unknown[] = [];
  ask().subscribe(({ data }) => told.push(data));
  answerOne(0);
  expect([told, pending]).toEqual([[{ count: 0 }], []]);
});
