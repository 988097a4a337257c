import { orgSettings as settings } from '@noa/domain/org-settings.ts';
import { columnsOf } from '../declared/columns.ts';
import { recordSorts, type Kind } from '../../records/record.ts';

/**
 * What an org has decided for itself: each has one, under its own id, from its first moment on, for whoever acts within it, who joins
 * `org_settings s on s.org_id = …`. Its bounds stand in `domain/src/org-settings.ts`.
 */
export const orgSettings = {
  name: 'orgSettings',
  table: 'org_settings',
  reach: {},
  sorts: recordSorts,
  fields: columnsOf(settings.shape),
  defaultSort: [{ field: 'id', direction: 'asc' }],
} as const satisfies Kind<'org_settings'>;
