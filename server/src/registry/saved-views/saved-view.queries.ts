import { sql, type Selectable } from 'kysely';
import type { Database } from '../../database/tables.ts';
import { execute, findRow, findRows, getValue } from '../../database/statements.ts';
import type { Tx } from '../../database/database.ts';
import { uuidOf } from '../../records/record.ts';

export type SavedViewRow = Selectable<Database['saved_view']> & {
  /** Whether the caller's list of the kind opens with it. */
  readonly is_default: boolean;
};

/** Whose views are looked at: those of a person, and those that orgs share. */
export interface Whose {
  readonly accountId: string;
  /** Null stands for all orgs. */
  readonly orgIds: readonly string[] | null;
}

const visible = ({ accountId, orgIds }: Whose) => sql`(
  v.account_id = ${accountId}
  or (v.org_id is not null and (${orgIds === null} or v.org_id = any(${orgIds ?? []}::uuid[]))))`;

const columns = (accountId: string) => sql`v.*, exists (
  select from saved_view_default d
  where d.account_id = ${accountId} and d.kind = v.kind and d.saved_view_id = v.id) as is_default`;

/** The views of a kind: one's own first, then those of orgs, by name. */
export const listSavedViews = (tx: Tx, whose: Whose, kind: string) => findRows<SavedViewRow>(tx)`
  select ${columns(whose.accountId)} from saved_view v
  where v.kind = ${kind} and ${visible(whose)}
  order by v.org_id is not null, sort_key(v.name) collate "C", v.id limit 200`;

/** @returns undefined when it is absent or not for the caller: the two answer alike. */
export const findSavedView = (tx: Tx, whose: Whose, id: string) => findRow<SavedViewRow>(tx)`
  select ${columns(whose.accountId)} from saved_view v where v.id = ${uuidOf(id)} and ${visible(whose)}`;

/** How many views of the kind a person, or an org, keeps. */
export const countStored = (
  tx: Tx,
  { kind, account_id, org_id }: Pick<SavedViewRow, 'kind' | 'account_id' | 'org_id'>,
): Promise<number> => getValue<number>(tx)`
  select count(*)::int as count from saved_view
  where kind = ${kind} and account_id is not distinct from ${account_id}::uuid
    and org_id is not distinct from ${org_id}::uuid`;

/** Lets the person's list of the kind open with the view; null: with the whole list. */
export const setDefault = (tx: Tx, accountId: string, kind: string, viewId: string | null): Promise<void> =>
  viewId === null
    ? execute(tx)`delete from saved_view_default where account_id = ${accountId} and kind = ${kind}`
    : execute(tx)`
        insert into saved_view_default (account_id, kind, saved_view_id) values (${accountId}, ${kind}, ${viewId})
        on conflict (account_id, kind) do update set saved_view_id = excluded.saved_view_id`;
