import { setTimeout as pause } from 'node:timers/promises';
import { Client, Refusal } from '../client.ts';
import type { ServerProcess } from '../kill/server-process.ts';

const lookEveryMs = 500;

/** Waits until reports answer, and says how long that took and how the server answered other questions meanwhile. */
export async function measureRebuild(server: ServerProcess, say: (line: string) => void): Promise<void> {
  const root = await Client.person(server.origin, 'root@noa.test');
  const began = performance.now();
  let isReady = false;
  const report = askUntilAnswered(root).then((count) => {
    isReady = true;
    return count;
  });
  const answers: number[] = [];
  while (!isReady) {
    const asked = performance.now();
    await root.run('{ cards(first: 50) { nodes { id kind status displaySerialNumber } } }');
    answers.push(performance.now() - asked);
    await Promise.race([report, pause(lookEveryMs)]);
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const sorted = answers.toSorted((one, other) => one - other);
  say(
    `Reports answer ${seconds} s after the start, over ${(await report).toLocaleString('en')} events; meanwhile a page of cards ` +
      `took ${sorted[Math.floor(sorted.length / 2)]?.toFixed(0)} ms in the median, ${sorted.at(-1)?.toFixed(0)} ms at worst ` +
      `(${sorted.length} pages).`,
  );
}

/** A report waits for the projection; whoever asks may have gone, or been told to, before it is there. */
async function askUntilAnswered(root: Client): Promise<number> {
  const input = {
    from: '2020-01-01T00:00:00Z',
    to: '2029-12-31T00:00:00Z',
    groupBy: [],
    metrics: ['event_count'],
  };
  for (;;) {
    try {
      const { report } = await root.run<{ report: { totals: [number] } }>(
        'query ($input: ReportInput!) { report(name: "usage", input: $input) { totals } }',
        { input },
      );
      return report.totals[0];
    } catch (error) {
      const isLate = error instanceof Error && error.name === 'TimeoutError';
      if (!isLate && !(error instanceof Refusal && error.code === 'LimitExceeded')) {
        throw error;
      }
    }
  }
}
