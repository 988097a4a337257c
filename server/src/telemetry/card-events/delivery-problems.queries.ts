import { sql, type SqlBool } from 'kysely';
import type { CardEventKind } from '@noa/domain/vocabulary.ts';
import type { Tx } from '../../database/database.ts';
import { keysetPage, type Page, type PageArgs } from '../../records/page.ts';
import { allOf, inScope } from '../../records/record.ts';
import type { Scope } from '../../database/scope.ts';
import type { Row } from '../../database/tables.ts';
import { cardEventReach } from './card-event-list.ts';

type Container = Pick<Row<'container'>, 'org_id' | 'id'>;

/** Numbers of one run of a lock that have not arrived, though later ones have: both ends are missing too. */
export interface CardEventGap {
  readonly bootNumber: number;
  readonly first: number;
  readonly last: number;
}

export interface CardEventGaps {
  /** Of all gaps. */
  readonly missing: number;
  readonly count: number;
  readonly gaps: readonly CardEventGap[];
}

/**
 * What a lock has not delivered, oldest first.
 *
 * @param most - gaps that are listed; all are counted.
 */
export async function findGaps(tx: Tx, { org_id, id }: Container, most: number): Promise<CardEventGaps> {
  const { rows } = await sql<CardEventGap & { missing: number; count: number }>`
    select r.boot_number as "bootNumber", lower(gap)::int as first, (upper(gap) - 1)::int as last,
      (sum(upper(gap) - lower(gap)) over ())::float8 as missing, (count(*) over ())::int as count
    from card_event_receipt r,
      unnest(int8multirange(int8range(1, upper(r.received))) - r.received) as gap
    where r.org_id = ${org_id} and r.container_id = ${id} and not isempty(r.received)
    order by 1, 2 limit ${most}`.execute(tx);
  const [any] = rows;
  return {
    missing: any?.missing ?? 0,
    count: any?.count ?? 0,
    gaps: rows.map(({ bootNumber, first, last }) => ({ bootNumber, first, last })),
  };
}

/** What a lock said under a number that was taken, beside what is kept under it. */
export interface QuarantinedRow extends Row<'card_event_set_aside'> {
  /** Null once that is forgotten, and where the caller may not read it. */
  readonly kept_kind: CardEventKind | null;
  readonly kept_at: Date | null;
}

const newestFirst = [
  { key: { by: sql`s.received_at`, type: 'timestamptz' }, name: 'received_at', direction: 'desc' },
  { key: { by: sql`s.id`, type: 'int8' }, name: 'id', direction: 'desc' },
] as const;

/**
 * One page of what was set aside of a container, newest first.
 *
 * @param eventScope - how far the caller reads card events.
 */
export async function listQuarantined(
  tx: Tx,
  eventScope: Scope,
  { org_id, id }: Container,
  args: PageArgs,
): Promise<Page<QuarantinedRow>> {
  const page = keysetPage<QuarantinedRow>(args, newestFirst);
  const conditions = [sql<SqlBool>`s.org_id = ${org_id}`, sql<SqlBool>`s.container_id = ${id}`, page.where];
  const { rows } = await sql<QuarantinedRow & { page_cursor: string[] }>`
    select s.*, e.kind as kept_kind, e.device_at as kept_at, ${page.cursorColumns}
    from card_event_set_aside s
    left join lateral (
      select r.kind, r.device_at from card_event r
      where r.org_id = s.org_id and r.container_id = s.container_id and r.boot_number = s.boot_number
        and r.event_number = s.event_number and ${inScope({ reach: cardEventReach }, eventScope)}) e on true
    where ${allOf(conditions)}
    ${page.orderAndLimit}`.execute(tx);
  return page.toPage(rows);
}

/** How many there are of a container in all. */
export async function countQuarantined(tx: Tx, { org_id, id }: Container): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from card_event_set_aside where org_id = ${org_id} and container_id = ${id}`.execute(
    tx,
  );
  return rows[0]?.count ?? 0;
}
