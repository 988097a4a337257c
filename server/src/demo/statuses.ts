import { sql } from 'kysely';
import type { StatusUpdateKind } from '@noa/domain/vocabulary.ts';
import { execute } from '../database/statements.ts';
import type { Tx } from '../database/database.ts';
import { noteLastSeen } from '../telemetry/container-status/container-status.queries.ts';
import { noteReceipts } from '../telemetry/receiving/receipt.queries.ts';
import { insertUpdates, type IncomingUpdate } from '../telemetry/status-updates/status-update.queries.ts';
import type { DemoContainer, DemoRegistry } from './registry.ts';

const hourMs = 3_600_000;
/** How far back the updates of a lock go, and how often it tells how full its container is. */
const hours = 96;
const everyHours = 6;
/** Before that it is known by the half day, so that the last thirty days are there to look at. */
const olderHours = 30 * 24;
const olderEveryHours = 12;
/** Hours in which a container fills up, from the busiest to the quietest. */
const fillingHours = { from: 30, to: 200 };
/** Above this the truck comes. */
const emptiedAt = 97;
/** Not to be taken for one that somebody tries the API with. */
const bootNumber = 1;

type Told = Pick<IncomingUpdate, 'kind' | 'value'> & { readonly at: Date };

/** Thirty days of what the locks of the town tell of themselves, the last four more closely, as if they had sent it. */
export async function seedStatuses(
  tx: Tx,
  { orgId, containers }: DemoRegistry,
  random: () => number,
  now: Date,
): Promise<void> {
  const updates = containers.flatMap((container) =>
    inventUpdates(container, random, now).map(({ kind, value, at }, position) => ({
      orgId,
      containerId: container.id,
      bootNumber,
      number: position + 1,
      kind,
      value,
      level: null,
      occurredAt: at,
      deviceAt: at,
      clockCorrected: false,
      anonymous: false,
    })),
  );
  const reports = updates.map((update, index): IncomingUpdate => ({ ...update, index }));
  for (const month of new Set(reports.map(({ occurredAt }) => `${occurredAt.toISOString().slice(0, 7)}-01`))) {
    await execute(tx)`select ensure_month('status_update', ${month}::date)`;
  }
  await noteLastSeen(
    tx,
    containers.map(({ id }) => id),
    true,
  );
  await noteReceipts(tx, 'status_update_receipt', reports);
  await insertUpdates(tx, reports);
  await silence(
    tx,
    containers.filter(({ silentHours }) => silentHours > 0),
  );
}

/** What one lock has told, from the oldest; a silent one stopped some time ago. */
function inventUpdates({ silentHours }: DemoContainer, random: () => number, now: Date): Told[] {
  const told: Told[] = [];
  const tell = (ago: number, kind: StatusUpdateKind, value: string | null) =>
    told.push({ kind, value, at: new Date(now.getTime() - Math.max(ago, 0) * hourMs) });
  const battery = 100 - Math.floor(random() ** 3 * 96);
  const perHour = 100 / (fillingHours.from + random() * (fillingHours.to - fillingHours.from));
  const offset = random() * everyHours;
  let fill = random() * 90;
  for (const { ago, pct } of olderFills(hours - offset, fill, perHour)) {
    if (pct === null) {
      tell(ago, 'emptying_detected', null);
    } else {
      tell(ago, 'fill_level_pct', String(Math.round(pct)));
    }
  }
  for (const days of [29, 22, 15, 8]) {
    tell(days * 24, 'battery_life_pct', String(Math.min(100, battery + days)));
  }
  tell(hours, 'battery_life_pct', String(Math.min(100, battery + 1)));
  for (let ago = hours - offset; ago > silentHours; ago -= everyHours) {
    if (fill >= emptiedAt) {
      tell(ago, 'emptying_detected', null);
      fill = 0;
    }
    tell(ago, 'fill_level_pct', String(Math.round(fill)));
    fill = Math.min(100, fill + perHour * everyHours * (0.5 + random()));
  }
  tell(silentHours + random(), 'battery_life_pct', String(battery));
  return told;
}

/**
 * How full a container was before it was `fill`, `from` hours ago, oldest first; null: it was emptied. What is uneven in it comes of
 * its own speed: more drawn numbers would make another town of the rest.
 */
function olderFills(from: number, fill: number, perHour: number): { ago: number; pct: number | null }[] {
  const older: { ago: number; pct: number | null }[] = [];
  let pct = fill;
  for (let ago = from + olderEveryHours; ago < olderHours; ago += olderEveryHours) {
    const uneven = 0.5 + ((perHour * 1_000 + ago * 0.618) % 1);
    pct -= perHour * olderEveryHours * uneven;
    if (pct < 0) {
      older.unshift({ ago: ago - olderEveryHours / 2, pct: null });
      pct = emptiedAt - 12 * uneven;
    }
    older.unshift({ ago, pct });
  }
  return older;
}

/** Takes back that these locks were seen just now. */
async function silence(tx: Tx, containers: readonly DemoContainer[]): Promise<void> {
  const silent = sql`unnest(${containers.map(({ id }) => id)}::uuid[], ${containers.map(({ silentHours }) => silentHours)}::int[])
    as s (id, hours)`;
  for (const table of ['container_status_summary', 'card_event_receipt', 'status_update_receipt']) {
    await execute(tx)`update ${sql.table(table)} t set heard_at = now() - make_interval(hours => s.hours)
      from ${silent} where t.container_id = s.id`;
  }
}
