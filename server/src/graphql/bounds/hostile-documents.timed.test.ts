import { expect, it } from 'vitest';
import { internalErrors, signIn } from '../../testing/harness.ts';
import { hostileDocuments } from './hostile-documents.fixture.ts';

/** Milliseconds of the processor, token and account included. */
const most = 20;

/** Runs of which the best counts: whoever else is on the machine only ever adds to what one takes. */
const tries = { least: 3, most: 10 } as const;

const reporter = await signIn(['local_reporter']);
await reporter.run('{ viewer { id } }');

it.each(Object.entries(hostileDocuments))('refuses %s within 20 ms of CPU', async (_what, { query, variables }) => {
  const spent: number[] = [];
  for (let run = 0; run < tries.least || (run < tries.most && Math.min(...spent) >= most); run += 1) {
    const before = process.cpuUsage();
    const { data, errors } = await reporter.run(query, variables);
    const { user, system } = process.cpuUsage(before);
    spent.push((user + system) / 1000);

    expect(data ?? null).toBeNull();
    expect(['LimitExceeded', 'ValidationFailed']).toContain(errors?.[0]?.code);
    expect(errors?.length).toBeLessThanOrEqual(6);
    expect(JSON.stringify(errors).length).toBeLessThan(5_000);
    expect(JSON.stringify(errors)).not.toContain('Did you mean');
  }
  expect(internalErrors).toEqual([]);
  expect(Math.min(...spent)).toBeLessThan(most);
});
