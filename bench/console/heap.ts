import { follow, type OpenBrowser } from './browser.ts';

interface Snapshot {
  readonly snapshot: {
    readonly meta: { readonly node_fields: readonly string[]; readonly node_types: readonly [readonly string[]] };
  };
  readonly nodes: readonly number[];
}

/** What a page makes: its objects, functions and texts. */
const ofPage = new Set([
  'array',
  'bigint',
  'closure',
  'concatenated string',
  'number',
  'object',
  'regexp',
  'sliced string',
  'string',
  'symbol',
]);

/**
 * What of a heap a page has made. V8 compiles functions as they get used, which goes on for a thousand navigations, and the browser's tools, by
 * which this is measured, keep what they have heard of the network: both grow, and are no leak of the page's.
 */
function bytesOfPage({ snapshot, nodes }: Snapshot): number {
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [type, size] = [fields.indexOf('type'), fields.indexOf('self_size')];
  let bytes = 0;
  for (let at = 0; at < nodes.length; at += fields.length) {
    if (ofPage.has(types[0][nodes[at + type] ?? -1] ?? '')) {
      bytes += nodes[at + size] ?? 0;
    }
  }
  return bytes;
}

async function takeSnapshot({ tools }: OpenBrowser): Promise<Snapshot> {
  const parts: string[] = [];
  const add = ({ chunk }: { chunk: string }) => parts.push(chunk);
  tools.on('HeapProfiler.addHeapSnapshotChunk', add);
  await tools.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  tools.off('HeapProfiler.addHeapSnapshotChunk', add);
  return JSON.parse(parts.join('')) as Snapshot;
}

/** React keeps the screen before until another takes its place; of these two nothing is much. */
const plainScreens = ['/help', '/containers/incidents', '/help'];

/** Bytes of what the page holds once all garbage is gone, and nodes of documents, on a plain screen. */
async function measure(open: OpenBrowser): Promise<{ bytes: number; nodes: number }> {
  for (const path of plainScreens) {
    await follow(open.page, path);
  }
  // Twice: what is let go by a finalizer is garbage only then.
  await open.tools.send('HeapProfiler.collectGarbage');
  await open.tools.send('HeapProfiler.collectGarbage');
  const bytes = bytesOfPage(await takeSnapshot(open));
  const { nodes } = await open.tools.send('Memory.getDOMCounters');
  return { bytes, nodes };
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
