import type { Page, Route } from '@playwright/test';

interface Asked {
  readonly operationName?: string;
  readonly variables?: Readonly<Record<string, unknown>>;
}

interface Held {
  /** Settles once it is asked. */
  readonly asked: Promise<void>;
  /** Lets it go, until it is answered and what follows from the answer is drawn. */
  readonly letGo: () => Promise<void>;
  /** Lets the network fail in its place. */
  readonly fail: () => Promise<void>;
}

/**
 * Holds what an operation asks from now on, until it is let go and answered.
 *
 * @param isMeant - which of those that ask it, by their variables; all of them, when absent.
 */
export async function hold(
  page: Page,
  operation: string,
  isMeant: (variables: Readonly<Record<string, unknown>>) => boolean = () => true,
): Promise<Held> {
  const held: Route[] = [];
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  let isHeld = true;
  await page.route('**/graphql', async (route) => {
    const body = asOperation(route);
    if (isHeld && body.operationName === operation && isMeant(body.variables ?? {})) {
      held.push(route);
      resolve();
    } else {
      await route.continue();
    }
  });
  const letGo = async () => {
    isHeld = false;
    await Promise.all(
      held.map(async (route) => {
        await route.continue();
        await (await route.request().response())?.finished();
      }),
    );
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  };
  const fail = async () => {
    isHeld = false;
    await Promise.all(held.map((route) => route.abort()));
  };
  return { asked, letGo, fail };
}

/** What is asked; of a file that is sent, what is asked with it. */
function asOperation(route: Route): Asked {
  const request = route.request();
  const isFile = request.headers()['content-type']?.startsWith('multipart/') ?? false;
  return isFile ? {} : ((request.postDataJSON() as Asked | null) ?? {});
}
