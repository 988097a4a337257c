import { Client } from '../client.ts';
import { inventBatches, type Batches } from '../ingest/batches.ts';
import { sendAll, type Sent } from '../ingest/sender.ts';
import type { ServerProcess } from '../kill/server-process.ts';
import type { Asker } from './askers.ts';
import { bindGateway } from './people.ts';
import { shapes, type Shape } from './shapes.ts';

const batch = 250;
const connections = 4;
const seconds = 20;

/** Reports that somebody asks for again and again meanwhile, without a pause. */
const asked = shapes.filter(({ isSuppressed }) => !isSuppressed).slice(0, 6);

const goals = { slowerIngestion: 1.1, slowerReports: 2 } as const;

/**
 * Reports alone, ingestion alone, both at once; prints how much slower each is for the other.
 *
 * @param perSecond - events that locks send; some thousands are what those of a big town send after the network was gone.
 */
export async function measureUnderLoad(
  { server, url, api, perSecond }: { server: ServerProcess; url: string; api: Asker; perSecond: number },
  say: (line: string) => void,
) {
  await bindGateway(url);
  const root = await Client.person(server.origin, 'root@noa.test');
  const token = await (await Client.gateway(server.origin)).token();
  const send = (batches: Batches) => sendAll(server.origin, token, batches, (batch * 1000) / perSecond);
  const invent = (round: number) =>
    inventBatches(root, { round: startedAt + round, batches: (perSecond * seconds) / batch, batch, connections });
  // Boot numbers of the run's own: what was sent in a run before would be a duplicate.
  const startedAt = Math.floor(Date.now() / 1000) - 1_700_000_000;
  const [first, second] = [await invent(0), await invent(1)];
  await send(await inventBatches(root, { round: startedAt + 2, batches: connections * 2, batch, connections }));

  const reportsAlone = await askUntil(api, ended(seconds), asked);
  const ingestionAlone = await send(first);
  const sending = send(second);
  const [reports, ingestion] = await Promise.all([askUntil(api, sending, asked), sending]);

  const rate = ({ ms }: Sent) => (perSecond * seconds * 1000) / ms;
  const slower = rate(ingestionAlone) / rate(ingestion);
  say(`\nWhile ${perSecond.toLocaleString('en')} events a second come in, one report after the other being asked for:`);
  say(
    `  ingestion: ${rate(ingestionAlone).toFixed(0)} events/s alone, ${rate(ingestion).toFixed(0)} beside reports, ratio ${slower.toFixed(2)} ` +
      `(goal ${goals.slowerIngestion}); a batch of ${batch} answered in ${ingestionAlone.medianMs.toFixed(0)} and ${ingestion.medianMs.toFixed(0)} ms`,
  );
  const ratios = asked.map(({ title }) => {
    const [alone, beside] = [median(reportsAlone.get(title)), median(reports.get(title))];
    say(
      `  ${title.padEnd(38)}${alone.toFixed(0).padStart(6)} ms alone${beside.toFixed(0).padStart(7)} ms, ratio ${(beside / alone).toFixed(2)}` +
        `, p95 ${quantile(reports.get(title), 0.95).toFixed(0)} ms`,
    );
    return beside / alone;
  });
  say(`  reports, in the middle: ratio ${median(ratios).toFixed(2)} (goal ${goals.slowerReports})`);
}

const ended = (after: number) => new Promise<void>((resolve) => setTimeout(resolve, after * 1000));

/** Milliseconds of each report, by its title, until `end`; asked for one after the other. */
export async function askUntil(
  api: Asker,
  end: Promise<unknown>,
  asked: readonly Shape[],
): Promise<Map<string, number[]>> {
  let isOver = false;
  void end.then(
    () => (isOver = true),
    () => (isOver = true), // told to whoever sends
  );
  const times = new Map<string, number[]>();
  while (!isOver) {
    for (const shape of asked) {
      const began = performance.now();
      await api.ask(shape);
      times.set(shape.title, [...(times.get(shape.title) ?? []), performance.now() - began]);
    }
  }
  return times;
}

const quantile = (numbers: readonly number[] = [], share: number): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length * share)] ?? NaN;

const median = (numbers?: readonly number[]): number => quantile(numbers, 0.5);
