import { Client } from '../client.ts';
import { inventBatches } from '../ingest/batches.ts';
import { sendAll } from '../ingest/sender.ts';
import type { ServerProcess } from '../kill/server-process.ts';
import type { Asker } from './askers.ts';
import { askUntil } from './under-load.ts';
import { shapes } from './shapes.ts';

/** What a lock network held back while it was away. */
const events = 50_000;
const batch = 500;
const connections = 8;

const asked = shapes.filter(({ isNarrow }) => isNarrow);

/** A lock network that comes back and sends all it has as fast as it is taken, while somebody asks for one report after the other. */
export async function measureBurst(server: ServerProcess, api: Asker, say: (line: string) => void): Promise<void> {
  const root = await Client.person(server.origin, 'root@noa.test');
  const token = await (await Client.gateway(server.origin)).token();
  const round = Math.floor(Date.now() / 1000) - 1_700_000_000;
  const batches = await inventBatches(root, { round, batches: events / batch, batch, connections });
  const sending = sendAll(server.origin, token, batches);
  const during = await askUntil(api, sending, asked);
  const { ms } = await sending;
  const after = performance.now();
  await api.ask(asked[0] as (typeof asked)[0]);
  const first = performance.now() - after;
  const times = [...during.values()].flat().toSorted((one, other) => one - other);
  say(
    `\n${events.toLocaleString('en')} events at once, taken in ${(ms / 1000).toFixed(1)} s: ${times.length} reports of a month of an org ` +
      `meanwhile, ${times[Math.floor(times.length / 2)]?.toFixed(0)} ms in the median, ${times.at(-1)?.toFixed(0)} ms at worst; the first ` +
      `after it ${first.toFixed(0)} ms.`,
  );
}
