import { sql, type SqlBool } from 'kysely';
import type { CardEventKind } from '@noa/domain/vocabulary.ts';
import type { Tx } from '../database/database.ts';
import { keysetPage, type Page, type PageArgs } from '../database/page.ts';
import { inScope, type Condition } from '../database/record.ts';
import type { Scope } from '../database/scope.ts';
import type { Row } from '../database/tables.ts';
import { idIs } from '../registry/filters.ts';

export type CardEventRow = Row<'card_event'>;

/** Events are their org's, and those of the entrances in a manager's care and of a resident's apartment. */
export const cardEventReach = {
  managers: (ids: readonly string[]) =>
    sql<SqlBool>`r.entrance_id in (select id from entrance where manager_id = any(${ids}::uuid[]))`,
  apartments: (ids: readonly string[]) => sql<SqlBool>`r.apartment_id = any(${ids}::uuid[])`,
};

export interface CardEventFilter {
  readonly kind?: CardEventKind | null | undefined;
  readonly containerId?: string | null | undefined;
  readonly entranceId?: string | null | undefined;
  readonly cardId?: string | null | undefined;
  readonly apartmentId?: string | null | undefined;
  readonly serialNumber?: string | null | undefined;
  readonly from?: Date | null | undefined;
  readonly to?: Date | null | undefined;
}

export function cardEventConditions(filter: CardEventFilter | null | undefined): Condition[] {
  const conditions: Condition[] = [];
  for (const [column, id] of [
    ['container_id', filter?.containerId],
    ['entrance_id', filter?.entranceId],
    ['card_id', filter?.cardId],
    ['apartment_id', filter?.apartmentId],
  ] as const) {
    if (id) {
      conditions.push(idIs(column, id));
    }
  }
  if (filter?.kind) {
    conditions.push(sql<SqlBool>`r.kind = ${filter.kind}`);
  }
  if (filter?.serialNumber) {
    conditions.push(sql<SqlBool>`r.serial_number = ${filter.serialNumber.replaceAll(':', '').toUpperCase()}`);
  }
  if (filter?.from) {
    conditions.push(sql<SqlBool>`r.occurred_at >= ${filter.from}`);
  }
  if (filter?.to) {
    conditions.push(sql<SqlBool>`r.occurred_at < ${filter.to}`);
  }
  return conditions;
}

const newestFirst = [
  { key: { by: sql`r.occurred_at`, type: 'timestamptz' }, name: 'occurred_at', direction: 'desc' },
  { key: { by: sql`r.id`, type: 'int8' }, name: 'id', direction: 'desc' },
] as const;

const allOf = (conditions: readonly Condition[]) => sql<SqlBool>`(${sql.join(conditions, sql`) and (`)})`;

/** One page of the events that `scope` reaches, newest first. */
export async function listCardEvents(
  tx: Tx,
  scope: Scope,
  conditions: readonly Condition[],
  args: PageArgs,
): Promise<Page<CardEventRow>> {
  const page = keysetPage<CardEventRow>(args, newestFirst);
  const { rows } = await sql<CardEventRow & { page_cursor: string[] }>`
    select r.*, ${page.cursorColumns} from card_event r
    where ${allOf([inScope({ reach: cardEventReach }, scope), ...conditions, page.where])}
    ${page.orderAndLimit}`.execute(tx);
  return page.toPage(rows);
}

/** How many events a list has in all. */
export async function countCardEvents(tx: Tx, scope: Scope, conditions: readonly Condition[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from card_event r where ${allOf([inScope({ reach: cardEventReach }, scope), ...conditions])}`.execute(
    tx,
  );
  return rows[0]?.count ?? 0;
}
