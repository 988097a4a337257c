/**
 * `npm run pascani [-- origin]`: builds Pașcani, a town with card-opened platforms, through the API of a running server, plays
 * a day of openings, and checks that the usage report by platform says exactly what was sent.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Client } from './client.ts';
import { parseCsv } from './csv.ts';
import { forAll, say } from './pascani/progress.ts';
import { createPlatform, handOutCards, importBlocks, listHomes, type Home, type Platform } from './pascani/town.ts';

const origin = process.argv[2] ?? 'http://localhost:8080';
const data = new URL('../../shared/data/', import.meta.url);

interface Sent {
  events: number;
  litres: number;
  failed: number;
}

interface Batch {
  readonly platform: Platform;
  readonly events: Record<string, unknown>[];
}

/** A day at every platform: each apartment opens a container or two; now and then a stranger's card is refused. */
function inventDay(
  platforms: readonly Platform[],
  homes: readonly Home[],
  serials: ReadonlyMap<string, string>,
  sent: Map<string, Sent>,
): Batch[] {
  const midnight = Date.now() - 86_400_000;
  return platforms.map((platform) => {
    const totals = { events: 0, litres: 0, failed: 0 };
    const numbers = new Map<string, number>();
    const events = homes
      .filter(({ accessGroupName }) => accessGroupName === platform.accessGroupName)
      .flatMap(({ id }, home) =>
        Array.from({ length: 1 + (home % 2) }, (_, round) => {
          const container = platform.containers[(home + round) % platform.containers.length];
          if (!container) {
            throw new Error('A platform without containers');
          }
          const refused = home % 40 === 39 && round === 0;
          const eventNumber = (numbers.get(container.id) ?? 0) + 1;
          numbers.set(container.id, eventNumber);
          totals.events += 1;
          totals.litres += refused ? 0 : container.drum;
          totals.failed += refused ? 1 : 0;
          return {
            containerId: container.id,
            bootNumber: 1,
            eventNumber,
            kind: refused ? 'access_denied' : 'full_use',
            at: new Date(midnight + ((home * 977 + round * 3_600) % 86_000) * 1_000).toISOString(),
            serialNumber: refused ? 'FFFFFFFF' : serials.get(id),
          };
        }),
      );
    sent.set(platform.groupId, totals);
    return { platform, events };
  });
}

async function sendDay(gateway: Client, batches: readonly Batch[]): Promise<void> {
  await forAll('Platforms that reported', batches, async ({ platform, events }) => {
    for (let start = 0; start < events.length; start += 500) {
      const { recordCardEvents: receipt } = await gateway.run<{ recordCardEvents: { results: { outcome: string }[] } }>(
        'mutation ($events: [CardEventInput!]!) { recordCardEvents(events: $events) { results { outcome } } }',
        { events: events.slice(start, start + 500) },
      );
      if (receipt.results.some(({ outcome }) => outcome !== 'accepted')) {
        throw new Error(`Some events of ${platform.accessGroupName} were not accepted`);
      }
    }
  });
}

async function compare(
  root: Client,
  orgId: string,
  platforms: readonly Platform[],
  sent: ReadonlyMap<string, Sent>,
): Promise<boolean> {
  const input = {
    from: new Date(Date.now() - 3 * 86_400_000).toISOString(),
    to: new Date(Date.now() + 86_400_000).toISOString(),
    groupBy: ['container_group'],
    metrics: ['event_count', 'total_litres', 'failed_attempt_count'],
    filters: [{ field: 'org', operator: 'eq', value: orgId }],
    first: 1_000,
  };
  const { report } = await root.run<{ report: { rows: [string, number, number, number][]; totals: unknown[] } }>(
    'query ($input: ReportInput!) { report(name: "usage", input: $input) { rows totals } }',
    { input },
  );
  const reported = new Map(report.rows.map(([group, ...metrics]) => [group, metrics]));
  let equal = report.rows.length === [...sent.values()].filter(({ events }) => events > 0).length;
  for (const { groupId, source } of platforms) {
    const { events, litres, failed } = sent.get(groupId) ?? { events: 0, litres: 0, failed: 0 };
    const row = reported.get(groupId) ?? [0, 0, 0];
    const same = row[0] === events && row[1] === litres && row[2] === failed;
    equal &&= same;
    say(
      `${same ? '✓' : '✗'} ${(source['name'] ?? '').padEnd(34).slice(0, 34)} ${row.map((n) => String(n).padStart(8)).join('')}`,
    );
  }
  const total = [...sent.values()].reduce(
    (sum, { events, litres }) => ({ events: sum.events + events, litres: sum.litres + litres }),
    { events: 0, litres: 0 },
  );
  say(`  ${'sent in all'.padEnd(34)} ${String(total.events).padStart(8)}${String(total.litres).padStart(8)}`);
  return equal;
}

async function main(): Promise<number> {
  const files = ['pascani-platforms.csv', 'pascani-blocks.csv'].map((name) => new URL(name, data));
  const missing = files.find((file) => !existsSync(file));
  if (missing) {
    say(`SKIPPED: ${missing.pathname} is not there, so there is no Pașcani to build.`);
    return 0;
  }
  const [platformRows = [], blockRows = []] = await Promise.all(
    files.map(async (file) => parseCsv(await readFile(file, 'utf8'))),
  );
  const root = await Client.person(origin, 'root@noa.test');
  const { createOrg: org } = await root.run<{ createOrg: { id: string } }>(
    'mutation ($input: CreateOrgInput!) { createOrg(input: $input) { id } }',
    { input: { name: `Primăria Pașcani ${new Date().toISOString()}` } },
  );
  await root.run('mutation ($orgId: ID!) { bindGateway(orgId: $orgId, clientId: "noa-gateway") { id } }', {
    orgId: org.id,
  });

  const platforms: Platform[] = [];
  await forAll('Platforms', platformRows, async (source) => {
    platforms.push(await createPlatform(root, org.id, source));
  });
  await importBlocks(
    root,
    org.id,
    blockRows,
    new Map(platforms.map((platform) => [platform.source['id'] ?? '', platform])),
  );
  const homes = await listHomes(root, org.id);
  say(`Blocks: ${blockRows.length}, apartments: ${homes.length}`);
  const stated = blockRows.reduce((sum, { apartments }) => sum + Number(apartments), 0);
  if (homes.length !== stated || platforms.length !== 31 || blockRows.length !== 196) {
    say(`DIFFERENT: the files state ${stated} apartments, 31 platforms and 196 blocks.`);
    return 1;
  }
  const serials = await handOutCards(root, org.id, homes);
  const sent = new Map<string, Sent>();
  await sendDay(await Client.gateway(origin), inventDay(platforms, homes, serials, sent));
  const equal = await compare(root, org.id, platforms, sent);
  say(equal ? 'OK: the report says what was sent.' : 'DIFFERENT: the report does not say what was sent.');
  return equal ? 0 : 1;
}

process.exitCode = await main();
