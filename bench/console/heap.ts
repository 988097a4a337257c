import { follow, type OpenBrowser } from './browser.ts';

/** Bytes of JavaScript that are in use once all garbage is gone, and nodes of documents. */
async function measure({ tools }: OpenBrowser): Promise<{ bytes: number; nodes: number }> {
  // Twice: what is let go by a finalizer is garbage only then.
  await tools.send('HeapProfiler.collectGarbage');
  await tools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await tools.send('Runtime.getHeapUsage');
  const { nodes } = await tools.send('Memory.getDOMCounters');
  return { bytes: usedSize, nodes };
}

/** What a day leaves behind. */
export interface Growth {
  readonly beforeMb: number;
  readonly afterMb: number;
  /** Kilobytes for each navigation. */
  readonly kbEach: number;
  readonly nodesEach: number;
}

/**
 * Goes round `screens` for `count` navigations and measures the second half of them: in the first one code is loaded and compiled, and
 * answers and texts come to be kept, which is no growth that goes on.
 */
export async function growthOver(open: OpenBrowser, screens: readonly string[], count: number): Promise<Growth> {
  const half = Math.max(1, Math.round(count / 2 / screens.length));
  async function goRound() {
    for (let round = 0; round < half; round += 1) {
      for (const path of screens) {
        await follow(open.page, path);
      }
    }
  }
  await goRound();
  const before = await measure(open);
  await goRound();
  const after = await measure(open);
  const navigations = half * screens.length;
  return {
    beforeMb: before.bytes / 2 ** 20,
    afterMb: after.bytes / 2 ** 20,
    kbEach: (after.bytes - before.bytes) / 1024 / navigations,
    nodesEach: (after.nodes - before.nodes) / navigations,
  };
}
