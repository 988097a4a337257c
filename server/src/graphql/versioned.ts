import type { Viewer } from '../identity/viewer.ts';
import { builder } from './builder.ts';

/** The columns of every registry record that the interface `Versioned` shows. */
export interface VersionedRow {
  readonly id: string;
  readonly row_id: string;
  readonly valid_from: Date;
  readonly valid_to: Date;
  readonly updated_by: string;
  /** Null for what belongs to no org. */
  readonly org_id: string | null;
}

/** Who of an org's staff wrote something is for its staff to know, not for residents. */
export function mayReadAuthor(viewer: Viewer, { org_id }: Pick<VersionedRow, 'org_id'>): boolean {
  if (!viewer.may('record:readAuthor')) {
    return false;
  }
  const { all, orgIds, managerIds } = viewer.scope('record:readAuthor');
  const manages = viewer.managers.some(({ id, orgId }) => orgId === org_id && managerIds.includes(id));
  return all || org_id === null || orgIds.includes(org_id) || manages;
}

export const Versioned = builder.interfaceRef<VersionedRow>('Versioned').implement({
  description: 'Every registry record: stable `id`, and `rowId` of this version of it.',
  fields: (t) => ({
    id: t.exposeID('id'),
    rowId: t.exposeID('row_id'),
    updatedAt: t.expose('valid_from', { type: 'DateTime' }),
    updatedBy: t.string({
      nullable: true,
      description: 'Who wrote this version; null for residents.',
      resolve: (row, _args, { viewer }) => (mayReadAuthor(viewer, row) ? row.updated_by : null),
    }),
    validFrom: t.expose('valid_from', { type: 'DateTime' }),
    validTo: t.expose('valid_to', { type: 'DateTime', description: '2170-01-01 for the current version.' }),
  }),
});
