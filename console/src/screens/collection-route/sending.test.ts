import { CombinedGraphQLErrors } from '@apollo/client/errors';
import { describe, expect, it } from 'vitest';
import { addStops, canTakeBack, markEmptied, noRoute, sendAgain, type CollectionRoute, type Unsent } from './route.ts';
import { OtherAccount } from '../../session/own-token.ts';
import { sendUnsent } from './sending.ts';

const spot = { latitude: 46.5, longitude: 26.9 };
const container = (id: string) => ({ id, label: id, address: '', wasteStream: 'glass' as const, spot });

/** A route on which a, b and c were tapped, kept as the browser does. */
function aKeptRoute() {
  let route: CollectionRoute = addStops(noRoute, ['a', 'b', 'c'].map(container), null).route;
  const kept = {
    read: () => route,
    change: (change: (now: CollectionRoute) => CollectionRoute) => {
      route = change(route);
    },
  };
  for (const id of ['a', 'b', 'c']) {
    kept.change((now) => markEmptied(now, id, `2026-11-24T08:00:0${'abc'.indexOf(id)}.000Z`));
  }
  return kept;
}

const refusal = (code: string, fields = {}) =>
  new CombinedGraphQLErrors({ errors: [{ message: code, extensions: { code, fields } }] });

/** A server that takes what it is told, but for what `fails` says of the try; it takes the same for the same. */
function aServer(fails: (told: Unsent, tries: number) => Error | undefined) {
  const taken = new Set<string>();
  let tries = 0;
  return {
    taken,
    send: async (told: Unsent) => {
      tries += 1;
      const error = fails(told, tries);
      if (error?.message !== 'never arrived' && !CombinedGraphQLErrors.is(error)) {
        taken.add(`${told.containerId} ${told.at}`);
      }
      if (error) {
        throw error;
      }
    },
  };
}

const waiting = (kept: ReturnType<typeof aKeptRoute>) => kept.read().unsent.map(({ containerId }) => containerId);

describe('sending what was tapped', () => {
  it('stops where the network does, and goes on from there', async () => {
    const kept = aKeptRoute();
    const lost = aServer((_told, tries) => (tries > 1 ? new TypeError('never arrived') : undefined));
    expect(await sendUnsent(kept, lost.send)).toBe(false);
    expect(waiting(kept)).toEqual(['b', 'c']);
    expect(kept.read().unsent.map(({ unanswered }) => unanswered)).toEqual([1, 0]);

    const back = aServer(() => undefined);
    expect(await sendUnsent(kept, back.send)).toBe(true);
    expect([...back.taken].map((each) => each[0])).toEqual(['b', 'c']);
    expect(waiting(kept)).toEqual([]);
  });

  it('says the same again where the answer was lost, so that it counts once', async () => {
    const kept = aKeptRoute();
    const server = aServer((_told, tries) => (tries === 1 ? new TypeError('the answer is lost') : undefined));
    expect(await sendUnsent(kept, server.send)).toBe(false);
    expect(await sendUnsent(kept, server.send)).toBe(true);
    expect(server.taken.size).toBe(3);
  });

  it('keeps what the server refuses with its reason, sends the rest, and that again only when somebody asks', async () => {
    const kept = aKeptRoute();
    const server = aServer(({ containerId }) =>
      containerId === 'a'
        ? refusal('NotFound')
        : containerId === 'b'
          ? refusal('ValidationFailed', { at: 'form.badMoment' })
          : undefined,
    );
    expect(await sendUnsent(kept, server.send)).toBe(true);
    expect(kept.read().unsent.map((told) => [told.containerId, told.refusal])).toEqual([
      ['a', 'failure.NotFound'],
      ['b', 'form.badMoment'],
    ]);
    expect(server.taken.size).toBe(1);

    kept.change((now) => sendAgain(now, now.unsent[0] as Unsent));
    expect(await sendUnsent(kept, aServer(() => undefined).send)).toBe(true);
    expect(waiting(kept)).toEqual(['b']);
  });

  it('lets nothing be taken back that an earlier try may have brought to the server, though a later one is refused', async () => {
    const kept = aKeptRoute();
    const server = aServer(({ containerId }, tries) =>
      tries === 1 ? new TypeError('the answer is lost') : containerId === 'c' ? undefined : refusal('NotFound'),
    );
    await sendUnsent(kept, server.send);
    await sendUnsent(kept, server.send);

    expect(kept.read().unsent.map((told) => [told.containerId, told.refusal, told.unanswered])).toEqual([
      ['a', 'failure.NotFound', 1],
      ['b', 'failure.NotFound', 0],
    ]);
    expect(kept.read().stops.map((stop) => canTakeBack(kept.read(), stop))).toEqual([false, true, false]);
  });

  it('lets be taken back what was not sent, as another account had signed in', async () => {
    const kept = aKeptRoute();
    const server = aServer(() => new OtherAccount('Another account has signed in'));

    expect(await sendUnsent(kept, server.send)).toBe(false);

    expect(kept.read().unsent[0]).toMatchObject({ refusal: null, unanswered: 0 });
  });

  it('waits where the server is busy or the session has ended', async () => {
    for (const code of ['LimitExceeded', 'AuthenticationMalformed']) {
      const kept = aKeptRoute();
      expect(await sendUnsent(kept, aServer(() => refusal(code)).send)).toBe(false);
      expect(waiting(kept)).toEqual(['a', 'b', 'c']);
    }
  });
});
