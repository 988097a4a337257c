import { createContext, useContext } from 'react';
import type { Permission } from '@noa/domain/permissions.ts';
import { reachOf } from '@noa/domain/permissions.ts';
import { visibility } from './visibility.ts';
import type { ViewerQuery } from '../api/generated/graphql.ts';

/** Who is signed in, and what they may do somewhere; whether in a given place, rows say themselves. */
export interface Viewer extends Omit<ViewerQuery['viewer'], '__typename' | 'permissions'> {
  readonly may: (permission: Permission) => boolean;
  /** Whether there is any role beside the resident's: residents have the home screen and nothing else. */
  readonly isStaff: boolean;
  /**
   * Variables of every query, by which documents leave out what the viewer may not read (`@include(if: $seesManagers)`): one
   * forbidden field would fail the whole query. Those a document does not declare are not sent.
   */
  readonly sees: Readonly<Record<keyof typeof visibility, boolean>>;
}

/** The viewer that an answer is about; undefined if it is about nobody: a proxy may answer with any JSON. */
export function knownViewer(answer: Partial<ViewerQuery> | undefined | null): Viewer | undefined {
  const viewer: ViewerQuery['viewer'] | null | undefined = answer?.viewer;
  return Array.isArray(viewer?.permissions) && Array.isArray(viewer.roles) ? viewerFrom(viewer) : undefined;
}

export function viewerFrom({ permissions, ...viewer }: ViewerQuery['viewer']): Viewer {
  const allowed = new Set(permissions);
  const sees = Object.entries(visibility).map(([name, permission]) => [name, allowed.has(permission)]);
  return {
    ...viewer,
    may: (permission) => allowed.has(permission),
    isStaff: viewer.roles.some((role) => role !== 'ara_user'),
    sees: Object.fromEntries(sees) as Viewer['sees'],
  };
}

/** Why a signed-in user has nothing to see: no role, no membership, or all their orgs disabled; null if they have. */
export function exclusionOf({
  roles,
  orgs,
  managers,
  disabledOrgs,
}: Viewer): 'noRole' | 'noMembership' | 'disabled' | null {
  if (roles.length === 0) {
    return 'noRole';
  }
  const reaches = new Set(roles.map((role) => reachOf[role]));
  // What apartments a resident has, the API does not tell beforehand: their own lists say it.
  const inside =
    reaches.has('all') ||
    (reaches.has('orgs') && orgs.length > 0) ||
    (reaches.has('managers') && managers.length > 0) ||
    (reaches.has('apartments') && disabledOrgs.length === 0);
  return inside ? null : disabledOrgs.length > 0 ? 'disabled' : 'noMembership';
}

export const ViewerContext = createContext<Viewer | null>(null);

/** The signed-in user. */
export function useViewer(): Viewer {
  const viewer = useContext(ViewerContext);
  if (!viewer) {
    throw new Error('useViewer is for screens inside ViewerProvider');
  }
  return viewer;
}
