import { sql } from 'kysely';
import {
  bulkActionNames,
  bulkActions,
  bulkLimits,
  type BulkAction,
  type BulkKind,
  type BulkOutcome,
} from '@noa/domain/bulk.ts';
import { bulkInput } from '@noa/domain/bulk-input.ts';
import { AppError, demandFound, namesNothing, validationFailed } from '@noa/domain/errors.ts';
import { parseInput } from '@noa/domain/input.ts';
import type { Permission } from '@noa/domain/permissions.ts';
import { previewEffect, type Effect } from '../access/effect.service.ts';
import type { Tx } from '../database/database.ts';
import type { Page, PageArgs } from '../records/page.ts';
import { findRecord, type Condition } from '../records/record.ts';
import type { Scope } from '../database/scope.ts';
import { setAccount } from '../database/transaction.ts';
import type { ConnectionSource } from '../graphql/connection.ts';
import type { Context } from '../request/context.ts';
import { within } from '../graphql/list.ts';
import { accessGroups } from '../registry/access-groups/access-group.queries.ts';
import { listRows, rowSource } from '../graphql/row-list.ts';
import type { BulkChange } from '../registry/bulk-change.ts';
import { managers } from '../registry/managers/manager.queries.ts';
import {
  addItems,
  forecast,
  listChanging,
  listOwners,
  resultsOf,
  type BulkResultRow,
  type Forecast,
  type Target,
} from './bulk-item.queries.ts';
import {
  cancelJob,
  countUnended,
  findJob,
  insertJob,
  jobsAmong,
  setTotal,
  type BulkJobRow,
} from './bulk-job.queries.ts';
import { changeOf, conditionsOf, type Asked, type BulkFilter } from './changes.ts';

/** What somebody wants done, as it came in. */
export interface BulkRequest {
  readonly action: BulkAction;
  readonly selection?: unknown;
  readonly filter?: BulkFilter | null | undefined;
  readonly values?: unknown;
  readonly reason?: string | null | undefined;
}

interface Prepared extends Asked {
  readonly target: Target;
  readonly permission: Permission;
  readonly change: BulkChange;
}

/** @throws {AppError} `ValidationFailed` naming the field; `Forbidden` for a filter that the caller's list may not be asked. */
function prepare(
  context: Context,
  { action, selection: picked, filter, values: told, reason: why }: BulkRequest,
): Prepared {
  const { values, reason, selection } = parseInput(bulkInput(action), {
    values: told ?? {},
    reason: why,
    selection: picked,
  });
  if ((selection ? 1 : 0) + (filter ? 1 : 0) !== 1) {
    throw validationFailed({ selection: 'form.required' }, 'Name the records, or the filter that matches them');
  }
  const { kind, permission } = bulkActions[action];
  const asked: Asked = { action, values, reason: reason || null };
  const change = changeOf(asked);
  const target: Target = selection
    ? {
        selection: [...new Map(selection.map(({ id, rowId }) => [id.toLowerCase(), rowId]))].map(([id, rowId]) => ({
          id,
          rowId,
        })),
      }
    : {
        conditions: within(context, {
          permission,
          reach: change.kind.reach,
          conditions: conditionsOf(kind, onlyOf(kind, filter ?? {})),
        }),
      };
  return { ...asked, target, permission, change };
}

/** A filter of another kind would match everything of this one. */
function onlyOf(kind: BulkKind, filter: BulkFilter): BulkFilter {
  const foreign = Object.entries(filter).find(([name, value]) => name !== kind && value);
  if (foreign || !filter[kind]) {
    throw validationFailed(
      { [`filter.${foreign?.[0] ?? kind}`]: 'form.required' },
      `The filter must be one of ${kind}`,
    );
  }
  return filter;
}

/**
 * What a job would do now, without doing it.
 *
 * @throws {AppError} as `startBulkJob`.
 */
export function previewBulkJob(context: Context, request: BulkRequest): Promise<Forecast> {
  const { change, permission, target, values } = prepare(context, request);
  return context.read(permission, async (tx, scope) => {
    await settleOwner(tx, change, scope, target);
    await requireTargets(tx, scope, values);
    return forecast(tx, change, scope, target);
  });
}

/** Records that are changed and changed back to find out what comes of it, at most. */
const maxDryRun = 2_000;

/**
 * What a job would do now to who opens what, without doing it.
 *
 * @returns null for a job that is too large to be tried.
 * @throws {AppError} as `startBulkJob`.
 */
export async function previewBulkEffect(context: Context, request: BulkRequest): Promise<Effect | null> {
  const { change, permission, target, values } = prepare(context, request);
  const ids = await context.read(permission, async (tx, scope) => {
    await settleOwner(tx, change, scope, target);
    await requireTargets(tx, scope, values);
    return listChanging(tx, change, scope, target, maxDryRun + 1);
  });
  return ids.length > maxDryRun
    ? null
    : previewEffect(context, (dryRun) => dryRun.write(permission, (tx) => change.write(tx, ids)));
}

/**
 * Makes a job of the request. What it is about is settled now: records that begin to match the filter later are left alone,
 * and those that stop matching are changed still.
 *
 * @param expectedCount - as the caller was shown it; null where it does not matter.
 * @throws {AppError} `ValidationFailed` naming the field, on `selection` or `filter` with `bulk.nothing` when nothing is in
 * reach, with `bulk.severalOrgs` when it belongs to more than one org, and with `bulk.tooManyJobs`; `Conflict` with `details.count` when the filter
 * matches another number than was expected; `LimitExceeded` above 100,000 records; `Forbidden`.
 */
export function startBulkJob(
  context: Context,
  request: BulkRequest,
  expectedCount: number | null,
): Promise<BulkJobRow> {
  const { change, permission, target, action, values, reason } = prepare(context, request);
  const { roles } = context.viewer;
  const accountId = context.viewer.demandAccount('Bulk jobs are for people');
  return context.write(permission, async (tx, scope) => {
    await setAccount(tx, accountId);
    if ((await countUnended(tx, accountId)) >= bulkLimits.unendedPerPerson) {
      throw validationFailed(
        { ['selection' in target ? 'selection' : 'filter']: 'bulk.tooManyJobs' },
        `At most ${bulkLimits.unendedPerPerson} jobs of one person wait or run`,
      );
    }
    const org_id = await settleOwner(tx, change, scope, target);
    await requireTargets(tx, scope, values);
    const job = await insertJob(tx, {
      org_id,
      action,
      action_values: values,
      reason,
      starter_id: accountId,
      starter_roles: roles,
    });
    const count = await addItems(tx, job, change.kind, scope, target);
    if (count > bulkLimits.filter) {
      throw new AppError('LimitExceeded', `A bulk job has at most ${bulkLimits.filter} records`);
    }
    if (expectedCount !== null && count !== expectedCount) {
      throw new AppError('Conflict', `The filter matches ${count} records now`, { details: { count } });
    }
    return setTotal(tx, job.id, count);
  });
}

/** The org of all the records. */
async function settleOwner(tx: Tx, { kind }: BulkChange, scope: Scope, target: Target): Promise<string> {
  const field = 'selection' in target ? 'selection' : 'filter';
  const [owner, another] = await listOwners(tx, kind, scope, target);
  if (owner === undefined) {
    throw validationFailed({ [field]: 'bulk.nothing' }, 'There is nothing to change');
  }
  if (another !== undefined) {
    throw validationFailed({ [field]: 'bulk.severalOrgs' }, 'A bulk job is about the records of one org');
  }
  return owner;
}

async function requireTargets(tx: Tx, scope: Scope, { accessGroupId, managerId }: Asked['values']): Promise<void> {
  if (accessGroupId && !(await findRecord(tx, accessGroups, scope, accessGroupId))) {
    throw namesNothing('values.accessGroupId');
  }
  if (managerId && !(await findRecord(tx, managers, scope, managerId))) {
    throw namesNothing('values.managerId');
  }
}

/**
 * Jobs the caller may see and cancel: their own, and those whose change they could make to everything in the job's org.
 */
function visibleTo({ viewer }: Context): Condition {
  const others = bulkActionNames.flatMap((action) => {
    const { permission } = bulkActions[action];
    if (!viewer.may(permission)) {
      return [];
    }
    const { all, orgIds } = viewer.scope(permission);
    return [sql`(r.action = ${action} and (${all} or r.org_id = any(${orgIds}::uuid[])))`];
  });
  return sql`(${sql.join([sql`r.starter_id = ${viewer.accountId}::uuid`, ...others], sql` or `)})`;
}

const readAsCaller = <T>(context: Context, work: (tx: Tx, scope: Scope) => Promise<T>): Promise<T> =>
  context.read('bulk:run', async (tx, scope) => {
    await setAccount(tx, context.viewer.accountId);
    return work(tx, scope);
  });

/** @throws {AppError} `NotFound`. */
export async function getBulkJob(context: Context, id: string): Promise<BulkJobRow> {
  return demandFound(await readAsCaller(context, (tx) => findJob(tx, visibleTo(context), id)), 'bulkJob', id);
}

/** Newest first. */
export const listBulkJobs = (context: Context, args: PageArgs): Promise<ConnectionSource<BulkJobRow>> =>
  rowSource(
    (work) => readAsCaller(context, work),
    () => jobsAmong(visibleTo(context)),
    args,
  );

/** What became of the records of a job the caller may see. */
export function listBulkResults(
  context: Context,
  job: BulkJobRow,
  outcome: BulkOutcome | null,
  args: PageArgs,
): Promise<Page<BulkResultRow>> {
  return readAsCaller(context, (tx) => listRows(tx, resultsOf(job, bulkActions[job.action].kind, outcome), args));
}

/**
 * Stops a job; what it changed stays changed.
 *
 * @throws {AppError} `NotFound`; `Conflict` if it had ended otherwise already.
 */
export async function cancelBulkJob(context: Context, id: string): Promise<BulkJobRow> {
  const job = await getBulkJob(context, id);
  const cancelled = await context.write('bulk:run', async (tx) => {
    await setAccount(tx, context.viewer.accountId);
    return cancelJob(tx, job.id);
  });
  const now = cancelled ?? (await getBulkJob(context, id));
  if (now.state !== 'cancelled') {
    throw new AppError('Conflict', `The job is ${now.state}`, { details: { state: now.state } });
  }
  return now;
}
