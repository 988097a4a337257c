import { setTimeout as pause } from 'node:timers/promises';
import { processorTime, since } from '../ingest/processor-time.ts';

/** A server that takes less of a processor than this, in a second, does nothing of note. */
const idleMs = 60;

/** Waits until a server has done what it does after it has begun to answer, and says how long that took. */
export async function untilIdle(dataDir: string, say: (line: string) => void): Promise<void> {
  const began = performance.now();
  for (let quiet = 0; quiet < 3;) {
    const before = await processorTime(dataDir);
    await pause(1000);
    const { server, postgres } = since(before, await processorTime(dataDir));
    quiet = server + postgres < idleMs ? quiet + 1 : 0;
  }
  say(`The server has counted beforehand and is idle ${((performance.now() - began) / 1000).toFixed(0)} s later.`);
}
