import { sql } from 'kysely';
import type { CardEventKind } from '@noa/domain/vocabulary.ts';
import { execute } from '../database/statements.ts';
import type { Tx } from '../database/database.ts';
import { storeEvents } from '../database/stored-events.ts';
import type { DemoCard, DemoContainer, DemoRegistry } from './registry.ts';

const days = 90;
const hourMs = 3_600_000;
const chunk = 10_000;

/** So many of them are within the last whole hour at one container group, where nobody is used to that many. */
const loudEvents = 40;
/** Whose residents open them: an index of access groups. */
const loudDistrict = 2;

/** Share of a day's openings in each hour, from midnight: a morning and an evening. */
const hourWeights = [1, 1, 1, 1, 2, 8, 22, 40, 44, 34, 30, 30, 32, 30, 28, 30, 38, 52, 64, 62, 46, 26, 10, 3];
/** From Monday. */
const dayWeights = [1.05, 1, 0.95, 1, 1.1, 1.25, 0.9];

interface DemoEvent {
  readonly container: DemoContainer;
  readonly card: DemoCard | null;
  readonly kind: CardEventKind;
  readonly at: Date;
}

/** Ninety days of openings that end now, numbered without a gap as each lock would have. */
export async function seedEvents(
  tx: Tx,
  registry: DemoRegistry,
  { count, random, now, goOn }: { count: number; random: () => number; now: Date; goOn: () => void },
): Promise<number> {
  const events = inventEvents(registry, count, random, now);
  const months = new Set(events.map(({ at }) => `${at.toISOString().slice(0, 7)}-01`));
  for (const month of months) {
    await execute(tx)`select ensure_month('stored_event', ${month}::date)`;
  }
  const moments = events.map(({ at }) => at);
  await execute(tx)`
    select ensure_identity_day(day) from (
      select distinct identity_goes_on(at, s.identity_days) as day
      from org_settings s, unnest(${moments}::timestamptz[]) at where s.org_id = ${registry.orgId}) d`;
  const numbers = new Map<string, number>();
  for (let start = 0; start < events.length; start += chunk) {
    goOn();
    await insertEvents(tx, registry.orgId, events.slice(start, start + chunk), numbers);
  }
  await execute(tx)`
    insert into card_event_receipt (org_id, container_id, boot_number, received, heard_at)
    select ${registry.orgId}, n.id, 0, int8multirange(int8range(1, n.last, '[]')), now()
    from unnest(${[...numbers.keys()]}::uuid[], ${[...numbers.values()]}::int8[]) as n (id, last)`;
  await execute(tx)`
    insert into container_status_summary (org_id, container_id, heard_at)
    select org_id, container_id, heard_at from card_event_receipt where org_id = ${registry.orgId}`;
  return events.length;
}

function inventEvents(registry: DemoRegistry, count: number, random: () => number, now: Date): DemoEvent[] {
  const byDistrict = containersByDistrict(registry);
  const users = registry.cards.filter(({ apartment }) => apartment !== null);
  const pick = <Value>(list: readonly Value[]): Value => {
    const value = list[Math.floor(random() * list.length)];
    if (value === undefined) {
      throw new RangeError('Nothing to pick from');
    }
    return value;
  };
  const events: DemoEvent[] = [];
  while (events.length < count) {
    const at = momentOf(random, now);
    const card = pick(users);
    const own = byDistrict.get(card.apartment?.district ?? 0) ?? registry.containers;
    // Now and then somebody tries a neighbouring platform.
    const strays = random() < 0.012;
    const container = pick(strays ? registry.containers : own);
    if (now.getTime() - at.getTime() < container.silentHours * hourMs) {
      continue;
    }
    const refused = card.blocked || (strays && !own.includes(container));
    const stray = random() < 0.002;
    events.push({
      container,
      card: stray ? null : card,
      kind: refused || stray ? 'access_denied' : kindOf(random()),
      at,
    });
  }
  const loud = loudHour(byDistrict.get(loudDistrict) ?? [], users, now);
  return [...events.slice(loud.length), ...loud].toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

/** Openings of an hour that is not as it usually is. Draws no numbers: more of them would make another town of the rest. */
function loudHour(containers: readonly DemoContainer[], users: readonly DemoCard[], now: Date): DemoEvent[] {
  const platform = containers.filter(({ groupId }) => groupId === containers.at(-1)?.groupId);
  const cards = users.filter(({ apartment, blocked }) => apartment?.district === loudDistrict && !blocked);
  const from = Math.floor(now.getTime() / hourMs - 1) * hourMs;
  return Array.from({ length: loudEvents }, (_, index) => ({
    container: platform[index % platform.length],
    card: cards[index % cards.length],
    kind: 'full_use' as const,
    at: new Date(from + (index * hourMs) / loudEvents),
  })).flatMap(({ container, card, ...event }) => (container && card ? [{ ...event, container, card }] : []));
}

function kindOf(draw: number): CardEventKind {
  if (draw < 0.9) {
    return 'full_use';
  }
  if (draw < 0.96) {
    return 'access_granted';
  }
  return draw < 0.99 ? 'no_use' : 'open_after_use';
}

/** The containers of an access group's two platforms, eight in all. */
function containersByDistrict({ containers }: DemoRegistry): ReadonlyMap<number, readonly DemoContainer[]> {
  return Map.groupBy(containers, (_, index) => Math.floor(index / 8));
}

/** A believable moment of the last ninety days: by day of week and hour, never in the future. */
function momentOf(random: () => number, now: Date): Date {
  for (;;) {
    const at = new Date(now.getTime() - random() * days * 86_400_000);
    const hour = (at.getUTCHours() + 2) % 24;
    const weight = ((hourWeights[hour] ?? 0) / 64) * ((dayWeights[(at.getUTCDay() + 6) % 7] ?? 1) / 1.25);
    if (random() < weight) {
      return at;
    }
  }
}

const eventColumns = `org_id, kind, occurred_at, device_at, received_at, boot_number, event_number, litres, container_id,
  container_group_id, waste_stream, entrance_id, tower_block_id, access_group_id, manager_id, failed_attempt, unauthorised`;

async function insertEvents(
  tx: Tx,
  orgId: string,
  events: readonly DemoEvent[],
  numbers: Map<string, number>,
): Promise<void> {
  const numbered = events.map((event) => {
    const number = (numbers.get(event.container.id) ?? 0) + 1;
    numbers.set(event.container.id, number);
    return { ...event, number };
  });
  const column = <Value>(value: (event: DemoEvent & { number: number }) => Value) => numbered.map(value);
  await storeEvents(
    eventColumns,
    sql`
    select s.org_id, e.kind, e.at as occurred_at, e.at as device_at, e.at as received_at, 0 as boot_number, e.number as event_number,
      e.serial as serial_number, e.container as container_id, e.container_group as container_group_id, e.stream as waste_stream,
      e.card as card_id, e.apartment as apartment_id, e.entrance as entrance_id, e.block as tower_block_id,
      e.access_group as access_group_id, e.manager as manager_id,
      case when e.kind in ('full_use', 'open_after_use') then e.drum else 0 end as litres,
      e.kind = 'access_denied' as failed_attempt, e.kind = 'access_denied' as unauthorised,
      null::text as actor, null::text as reason,
      e.at < identity_kept_from(s.identity_days) as anonymous, identity_goes_on(e.at, s.identity_days) as forget_on
    from org_settings s join unnest(${column(({ kind }) => kind)}::text[], ${column(({ at }) => at)}::timestamptz[], ${column(({ number }) => number)}::int8[],
      ${column(({ card }) => card?.serial ?? 'DEADBEEF')}::text[], ${column(({ container }) => container.id)}::uuid[],
      ${column(({ container }) => container.groupId)}::uuid[], ${column(({ container }) => container.stream)}::text[],
      ${column(({ container }) => container.drum)}::int[], ${column(({ card }) => card?.id ?? null)}::uuid[],
      ${column(({ card }) => card?.apartment?.id ?? null)}::uuid[], ${column(({ card }) => card?.apartment?.entranceId ?? null)}::uuid[],
      ${column(({ card }) => card?.apartment?.towerBlockId ?? null)}::uuid[],
      ${column(({ card }) => card?.apartment?.accessGroupId ?? null)}::uuid[],
      ${column(({ card }) => card?.apartment?.managerId ?? null)}::uuid[])
      as e (kind, at, number, serial, container, container_group, stream, drum, card, apartment, entrance, block,
        access_group, manager) on true
    where s.org_id = ${orgId}`,
  ).execute(tx);
}
