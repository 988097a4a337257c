import { sql, type RawBuilder } from 'kysely';
import { firstStepsCounted, firstSteps, type FirstStep } from '@noa/domain/first-steps.ts';
import { asAverageOrg } from '../../database/connection/planning.ts';
import { findRow } from '../../database/statements.ts';
import type { Tx } from '../../database/database.ts';
import type { Scope } from '../../database/scope.ts';
import { inScope, isUuid } from '../../records/record.ts';
import { orgs } from '../orgs/org.queries.ts';

/** How far an org is until its locks open by card. Each count stops at `firstStepsCounted`. */
export interface Progress {
  /** Null while there is no org. */
  readonly orgId: string | null;
  readonly orgName: string | null;
  readonly members: number;
  /** Of those, who have signed in. */
  readonly activeMembers: number;
  readonly towerBlocks: number;
  readonly apartments: number;
  readonly entrances: number;
  /** Of those, whose cards open no container. */
  readonly entrancesWithoutContainers: number;
  readonly containers: number;
  /** Of those, whose lock has confirmed no list. */
  readonly unconfirmedContainers: number;
}

/** Rows of a query, counted no further than anybody reads; what it selects does not matter. */
const counted = (rows: RawBuilder<unknown>) =>
  sql<number>`(select count(*)::int from (${rows} limit ${sql.lit(firstStepsCounted)}) as found)`;

/** Orgs that are set up: one that serves apartments of others has none of its own to bring in. */
const isSetUp = sql`not exists (select from apartment_org s where s.serving_org_id = r.id)`;

/**
 * How far one of the orgs in scope is: the preferred one if it is among them, or the one that was made last.
 *
 * @returns undefined where there are orgs, and none to set up.
 */
export async function findProgress(tx: Tx, scope: Scope, preferred: string | null): Promise<Progress | undefined> {
  const org = await findRow<{ id: string | null; name: string | null }>(tx)`
    select (c.org).id, (c.org).name from (
      select (select r from org r where ${inScope(orgs, scope)} and r.enabled and ${isSetUp}
        order by r.id = ${preferred && isUuid(preferred) ? preferred : null}::uuid desc nulls last, r.id desc limit 1) as org) c
    where (c.org).id is not null or not exists (select from org r where ${inScope(orgs, scope)})`;
  if (!org) {
    return undefined;
  }
  const { id, name } = org;
  const asked = asAverageOrg(id);
  const of = (table: string) => sql`select from ${sql.table(table)} r where r.org_id = ${asked}`;
  const members = sql`from org_member m join account a on a.id = m.account_id where m.org_id = ${asked}`;
  const counts = await findRow<Omit<Progress, 'orgId' | 'orgName'>>(tx)`
    select ${counted(sql`select ${members}`)} as members,
      ${counted(sql`select ${members} and a.subject is not null`)} as "activeMembers",
      ${counted(of('tower_block'))} as "towerBlocks", ${counted(of('apartment'))} as apartments,
      ${counted(of('entrance'))} as entrances,
      ${counted(sql`
        select from entrance r where r.org_id = ${asked} and r.access_group_id is null
        union all
        select from access_group g join entrance r on r.org_id = g.org_id and r.access_group_id = g.id
        where g.org_id = ${asked} and not exists (
          select from access_group_container_group j where j.org_id = g.org_id and j.access_group_id = g.id)`)}
        as "entrancesWithoutContainers",
      ${counted(of('container'))} as containers,
      ${counted(sql`
        select from container_sync r
        where r.org_id = ${asked} and (r.applied_version is null or r.restart)`)} as "unconfirmedContainers"`;
  return counts && { orgId: id, orgName: name, ...counts };
}

/** Nearly all: one lock that is broken, or one entrance that is closed, keeps nobody from having begun. */
const isNearlyAll = (all: number, missing: number) => all > 0 && missing * 10 <= all;

const isDone: Readonly<Record<FirstStep, (progress: Progress) => boolean>> = {
  organisation: ({ orgId }) => orgId !== null,
  accounts: ({ activeMembers }) => activeMembers > 0,
  files: ({ apartments }) => apartments > 0,
  groups: ({ entrances, entrancesWithoutContainers }) => isNearlyAll(entrances, entrancesWithoutContainers),
  locks: ({ containers, unconfirmedContainers }) => isNearlyAll(containers, unconfirmedContainers),
};

/** The steps that are done. */
export const stepsDone = (progress: Progress): FirstStep[] => firstSteps.filter((step) => isDone[step](progress));
