import type { OpenBrowser } from './browser.ts';

/** As the browser's own tools name it: 1.6 Mbit/s down, 0.75 up, 562.5 ms of latency, a tenth off each as they do. */
const fast3g = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1.6 * 1024 * 1024 * 0.9) / 8,
  uploadThroughput: (0.75 * 1024 * 1024 * 0.9) / 8,
};

const slowdown = 4;

export interface SlowHome {
  /** Seconds until home shows what is wrong or to do, and can be used. */
  readonly usable: number;
  /** Kilobytes that came over the line until then. */
  readonly kb: number;
}

/** Opens home again as on a town hall's computer: signed in, with an empty cache or with what an earlier visit left there. */
export async function timeSlowHome({ page, tools }: OpenBrowser, cache: 'empty' | 'kept'): Promise<SlowHome> {
  // What an earlier page still does there, its map above all, is not of this visit.
  await page.goto('about:blank');
  await tools.send('Network.enable');
  if (cache === 'empty') {
    await tools.send('Network.clearBrowserCache');
  }
  let bytes = 0;
  const count = ({ encodedDataLength }: { encodedDataLength: number }) => (bytes += encodedDataLength);
  tools.on('Network.loadingFinished', count);
  await tools.send('Network.emulateNetworkConditions', fast3g);
  await tools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  try {
    await page.goto('/home', { waitUntil: 'commit' });
    return { usable: (await page.evaluate(untilUsable)) / 1_000, kb: bytes / 1024 };
  } finally {
    tools.off('Network.loadingFinished', count);
    await tools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await tools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
  }
}

/**
 * Waits in the page until home shows its list, and answers: until a task of its own after the next frame. By its own clock: what drives the
 * browser is as slow as the page, and would count as the page's.
 *
 * @returns milliseconds since the page was asked for.
 */
const untilUsable = () =>
  new Promise<number>((resolve) => {
    const look = () => {
      if (document.querySelector('#main section li')) {
        seen.disconnect();
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
      }
    };
    const seen = new MutationObserver(look);
    seen.observe(document, { childList: true, subtree: true });
    look();
  });
