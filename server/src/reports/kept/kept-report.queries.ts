import { sql, type SqlBool } from 'kysely';
import { execute, findRow, getRow, getValue } from '../../database/statements.ts';
import type { Tx } from '../../database/database.ts';
import type { Row } from '../../database/tables.ts';
import { newestFirst, type RowList } from '../../graphql/row-list.ts';
import { allOf, uuidOf } from '../../records/record.ts';
import type { Scope } from '../../database/scope.ts';

/** A kept run, but for what it says; its hash is SHA-256 in hexadecimal. */
export type KeptReportRow = Omit<
  Row<'kept_report'>,
  'org_ids' | 'who_org_ids' | 'who_all' | 'named_from' | 'content' | 'hash'
> & {
  readonly org_ids: readonly string[];
  readonly hash: string;
  /** When it is forgotten, by the settings of today; null: never. */
  readonly forgotten_at: Date | null;
};

/** How far somebody reads kept runs: those that reach no further than they do. */
export interface KeptReach {
  readonly scope: Scope;
  /** Where they may learn who opened what. */
  readonly seesWho: Scope;
}

const columns = sql<KeptReportRow>`r.id, r.org_ids, r.all_orgs, r.account_id, r.kept_by, r.kept_at, r.report, r.title, r.row_count,
  r.completeness, encode(r.hash, 'hex') as hash,
  r.named_from + identity_term(r.org_ids, r.all_orgs) as forgotten_at`;

const within = ({ scope, seesWho }: KeptReach) =>
  allOf([
    sql<SqlBool>`${scope.all} or (not r.all_orgs and r.org_ids <@ ${scope.orgIds}::uuid[])`,
    sql<SqlBool>`${seesWho.all} or (not r.who_all and r.who_org_ids <@ ${seesWho.orgIds}::uuid[])`,
  ]);

/** The kept runs, the newest first. */
export const keptReports = (reach: KeptReach): RowList<KeptReportRow> => ({
  from: sql`kept_report`,
  columns,
  conditions: [within(reach)],
  order: newestFirst('kept_at'),
});

/** @returns undefined when it is absent, forgotten or reaches further: all answer alike. */
export async function findKeptReport(
  tx: Tx,
  reach: KeptReach,
  id: string,
): Promise<(KeptReportRow & { readonly content: string }) | undefined> {
  return findRow<KeptReportRow & { content: string }>(tx)`
    select ${columns}, r.content from kept_report r where r.id = ${uuidOf(id)} and ${within(reach)}`;
}

/** How many runs a person keeps, of those that they may still read; until the transaction ends, nobody else counts them. */
export async function countKept(tx: Tx, accountId: string): Promise<number> {
  await execute(tx)`select pg_advisory_xact_lock(hashtextextended(${`noa.kept ${accountId}`}, 0))`;
  return getValue<number>(tx)`select count(*)::int from kept_report where account_id = ${accountId}`;
}

/** What is written when a run is kept. */
export interface NewKeptReport {
  readonly orgIds: readonly string[];
  readonly allOrgs: boolean;
  readonly whoOrgIds: readonly string[];
  readonly whoAll: boolean;
  readonly accountId: string;
  readonly keptBy: string;
  readonly keptAt: Date;
  readonly report: string;
  readonly title: string;
  readonly rowCount: number;
  readonly completeness: number | null;
  readonly namedFrom: Date | null;
  readonly content: string;
}

export const insertKeptReport = (tx: Tx, kept: NewKeptReport): Promise<KeptReportRow> => getRow<KeptReportRow>(tx)`
  with r as (
    insert into kept_report (org_ids, all_orgs, who_org_ids, who_all, account_id, kept_by, kept_at, report, title,
      row_count, completeness, named_from, content, hash)
    values (${kept.orgIds}, ${kept.allOrgs}, ${kept.whoOrgIds}, ${kept.whoAll}, ${kept.accountId}, ${kept.keptBy},
      ${kept.keptAt}, ${kept.report}, ${kept.title}, ${kept.rowCount}, ${kept.completeness}, ${kept.namedFrom},
      ${kept.content}, sha256(convert_to(${kept.content}, 'UTF8')))
    returning *)
  select ${columns} from r`;

export const deleteKeptReport = (tx: Tx, id: string): Promise<void> =>
  execute(tx)`delete from kept_report where id = ${id}`;

/** Whether the orgs' term for who opened what is over at this moment. */
export const isPastTerm = (
  tx: Tx,
  { orgIds, allOrgs }: Pick<NewKeptReport, 'orgIds' | 'allOrgs'>,
  moment: Date,
): Promise<boolean> => getValue<boolean>(tx)`
  select coalesce(${moment}::timestamptz + identity_term(${orgIds}::uuid[], ${allOrgs}) <= now(), false)`;
