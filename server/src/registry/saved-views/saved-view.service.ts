import { AppError, namesNothing, notFound, validationFailed } from '@noa/domain/errors.ts';
import { parseInput } from '@noa/domain/input.ts';
import { permissions, type Permission } from '@noa/domain/permissions.ts';
import { createSavedViewInput, savedViewLimits, updateSavedViewInput } from '@noa/domain/saved-view.ts';
import { hasRow } from '../../database/statements.ts';
import { namingFields } from '../../database/constraint.ts';
import type { Tx } from '../../database/database.ts';
import { reachesOrg } from '../../database/scope.ts';
import { setAccount } from '../../database/transaction.ts';
import type { Context } from '../../request/context.ts';
import {
  countStored,
  findSavedView,
  listSavedViews,
  setDefault,
  type SavedViewRow,
  type Whose,
} from './saved-view.queries.ts';

const taken = { saved_view_own_name_taken: 'name', saved_view_shared_name_taken: 'name' };

/** What reading records of a kind takes; undefined for what is no kind with a list. */
const readingOf = (kind: string): Permission | undefined =>
  permissions.find((permission) => permission === `${kind}:read`);

const accountOf = ({ viewer }: Context): string => viewer.demandAccount('Gateways keep no views');

/** The views of a kind that the caller may see: one's own, and those of the orgs whose records of the kind one reads. */
function whose(context: Context, kind: string): Whose {
  const { viewer } = context;
  const accountId = accountOf(context);
  const permission = readingOf(kind);
  if (!permission || !viewer.may(permission)) {
    return { accountId, orgIds: [] };
  }
  const { all, orgIds, managerIds } = viewer.scope(permission);
  const managed = viewer.managers.filter(({ id }) => managerIds.includes(id)).map(({ orgId }) => orgId);
  return { accountId, orgIds: all ? null : [...orgIds, ...managed] };
}

/** Whether the caller may change the view: one's own, or one that an org shares whose views one keeps. */
export const mayWrite = ({ viewer }: Context, { org_id }: SavedViewRow): boolean =>
  org_id === null || (viewer.may('savedView:share') && reachesOrg(viewer.scope('savedView:share'), org_id));

const refuseUnknown = (kind: string) => {
  if (!readingOf(kind)) {
    throw validationFailed({ kind: 'form.unknownKind' }, `There is no list of ${kind}`);
  }
};

/** The caller's own views of a kind, then those that orgs share. */
export function readSavedViews(context: Context, kind: string): Promise<SavedViewRow[]> {
  refuseUnknown(kind);
  return context.read('savedView:keep', async (tx) => {
    await setAccount(tx, accountOf(context));
    return listSavedViews(tx, whose(context, kind), kind);
  });
}

/** @throws {AppError} `NotFound`; `Forbidden` for a view that an org shares and the caller does not keep. */
async function getWritable(context: Context, tx: Tx, id: string): Promise<SavedViewRow> {
  const view = await getVisible(context, tx, id);
  if (!mayWrite(context, view)) {
    throw new AppError('Forbidden', 'Only who keeps the org’s views may change this one');
  }
  return view;
}

/** @throws {AppError} `NotFound`. */
async function getVisible(context: Context, tx: Tx, id: string): Promise<SavedViewRow> {
  const accountId = accountOf(context);
  await setAccount(tx, accountId);
  const anybodys = await findSavedView(tx, { accountId, orgIds: null }, id);
  const view = anybodys && (await findSavedView(tx, whose(context, anybodys.kind), id));
  if (!view) {
    throw notFound('savedView', id);
  }
  return view;
}

/** @throws {AppError} `ValidationFailed` naming the field; `NotFound` for the org; `Forbidden` for who shares what is not theirs to share. */
export function createSavedView(context: Context, input: unknown): Promise<SavedViewRow> {
  const { kind, name, search, hiddenColumns, orgId = null } = parseInput(createSavedViewInput, input);
  refuseUnknown(kind);
  const account_id = orgId === null ? accountOf(context) : null;
  return namingFields(taken, () =>
    context.write(orgId === null ? 'savedView:keep' : 'savedView:share', async (tx, scope) => {
      await setAccount(tx, accountOf(context));
      if (orgId !== null && !(reachesOrg(scope, orgId) && (await hasRow(tx)`select from org where id = ${orgId}`))) {
        throw namesNothing('orgId');
      }
      if ((await countStored(tx, { kind, account_id, org_id: orgId })) >= savedViewLimits.perKind) {
        throw validationFailed({ name: 'savedView.tooMany' }, `At most ${savedViewLimits.perKind} views of a kind`);
      }
      const row = await tx
        .insertInto('saved_view')
        .values({ org_id: orgId, account_id, kind, name, search, hidden_columns: [...hiddenColumns] })
        .returningAll()
        .executeTakeFirstOrThrow();
      return { ...row, is_default: false };
    }),
  );
}

/** @throws {AppError} `NotFound`; `ValidationFailed` naming the field; `Forbidden`. */
export function updateSavedView(context: Context, id: string, input: unknown): Promise<SavedViewRow> {
  const { name, search, hiddenColumns } = parseInput(updateSavedViewInput, input);
  const patch = {
    ...(name !== undefined && { name }),
    ...(search !== undefined && { search }),
    ...(hiddenColumns && { hidden_columns: [...hiddenColumns] }),
  };
  return namingFields(taken, () =>
    context.write('savedView:keep', async (tx) => {
      const view = await getWritable(context, tx, id);
      if (Object.keys(patch).length > 0) {
        await tx.updateTable('saved_view').set(patch).where('id', '=', view.id).execute();
      }
      return { ...view, ...patch };
    }),
  );
}

/** @throws {AppError} `NotFound`; `Forbidden`. */
export function deleteSavedView(context: Context, id: string): Promise<string> {
  return context.write('savedView:keep', async (tx) => {
    const view = await getWritable(context, tx, id);
    await tx.deleteFrom('saved_view').where('id', '=', view.id).execute();
    return view.id;
  });
}

/**
 * Lets the caller's list of a kind open with one of the views they see; null: with the whole list.
 *
 * @throws {AppError} `NotFound`; `ValidationFailed`.
 */
export async function setDefaultSavedView(context: Context, kind: string, id: string | null): Promise<SavedViewRow[]> {
  refuseUnknown(kind);
  await context.write('savedView:keep', async (tx) => {
    const accountId = accountOf(context);
    await setAccount(tx, accountId);
    const view = id === null ? null : await getVisible(context, tx, id);
    if (view && view.kind !== kind) {
      throw notFound('savedView', view.id);
    }
    await setDefault(tx, accountId, kind, view && view.id);
  });
  return readSavedViews(context, kind);
}
