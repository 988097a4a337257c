import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { apiPath, askEarly, fetchOrTake } from './early.ts';

const ana = 'bearer oidc~ana';
const viewer = { operationName: 'Viewer', variables: {}, query: 'query Viewer { viewer { id } }' };

/** As Apollo Client asks: it says who it is, too. */
const askLate = (authorization = ana, asking = viewer) =>
  fetchOrTake(apiPath, {
    method: 'POST',
    headers: { authorization },
    body: JSON.stringify({ ...asking, extensions: { clientLibrary: { name: '@apollo/client' } } }),
  });

let sent: string[];
let status: number;

beforeEach(() => {
  [sent, status] = [[], 200];
  vi.stubGlobal('fetch', async (_url: string, { headers }: RequestInit) => {
    sent.push(new Headers(headers).get('authorization') ?? '');
    if (status === 0) {
      throw new TypeError('Failed to fetch');
    }
    return Response.json({ data: { viewer: { id: `${sent.length}` } } }, { status });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('what is asked early', () => {
  it('is not asked again by who asks the same', async () => {
    expect(await askEarly(ana, viewer)).toEqual({ viewer: { id: '1' } });

    expect(await (await askLate()).json()).toEqual({ data: { viewer: { id: '1' } } });
    expect(sent).toEqual([ana]);
  });

  it('is taken once: whoever asks later wants to know how it is by then', async () => {
    await askEarly(ana, viewer);

    await askLate();
    await askLate();

    expect(sent).toHaveLength(2);
  });

  it('is taken while it is on its way', async () => {
    const asking = askEarly(ana, viewer);

    expect((await askLate()).ok).toBe(true);
    expect(sent).toHaveLength(1);
    // Who waits for it asks what follows from it.
    expect(await asking).toBeUndefined();
  });

  it('is followed by who takes it, also while it is still being read', async () => {
    let told: ReadableStreamDefaultController<Uint8Array> | undefined;
    vi.stubGlobal(
      'fetch',
      async () => new Response(new ReadableStream({ start: (controller) => void (told = controller) })),
    );
    const asking = askEarly(ana, viewer);
    await new Promise((resolve) => setTimeout(resolve)); // its head is here, and no more

    const taken = await askLate();
    told?.enqueue(new TextEncoder().encode('{"data":{"viewer":{"id":"1"}}}'));
    told?.close();

    expect(await taken.json()).toEqual({ data: { viewer: { id: '1' } } });
    expect(await asking).toBeUndefined();
  });

  it('is no answer to another account, nor to another question', async () => {
    await askEarly(ana, viewer);

    await askLate('bearer oidc~ion');
    await askLate(ana, { ...viewer, variables: { first: 12 } });

    expect(sent).toEqual([ana, 'bearer oidc~ion', ana]);
    await askLate();
  });

  it('is no answer of another server', async () => {
    await askEarly(ana, viewer);

    await fetchOrTake('https://noa.test/graphql', {
      method: 'POST',
      headers: { authorization: ana },
      body: JSON.stringify(viewer),
    });

    expect(sent).toHaveLength(2);
    await askLate();
  });

  it.each([0, 401, 503])('is asked again where it did not succeed: %i', async (failure) => {
    status = failure;
    expect(await askEarly(ana, viewer)).toBeUndefined();

    status = 200;
    expect((await askLate()).ok).toBe(true);
    expect(sent).toHaveLength(2);
  });

  it('is asked again where it is not new any more', async () => {
    vi.useFakeTimers();
    await askEarly(ana, viewer);

    vi.advanceTimersByTime(11_000);
    await askLate();

    expect(sent).toHaveLength(2);
  });
});
