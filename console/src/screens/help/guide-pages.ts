import type { Role } from '@noa/domain/vocabulary.ts';

/** The guides, by the names of their files in `docs/ghid`, in the order in which they are listed. */
export const guidePages = [
  'prima-zi',
  'consola',
  'administrator-general',
  'implementator-local',
  'administrator-de-bloc',
  'administrator-de-containere',
  'utilizator-rapoarte',
  'locatar',
] as const;

export type GuidePage = (typeof guidePages)[number];

export const isGuidePage = (name: string): name is GuidePage => (guidePages as readonly string[]).includes(name);

/** Each role's day. */
export const guideOfRole: Readonly<Record<Role, GuidePage>> = {
  root: 'administrator-general',
  local_implementer: 'implementator-local',
  manager: 'administrator-de-bloc',
  container_admin: 'administrator-de-containere',
  local_reporter: 'utilizator-rapoarte',
  ara_user: 'locatar',
};

/** The guides for somebody: those of their roles first, then all others; a resident's alone for who is no more than that. */
export function guidesFor({ roles, isStaff }: { roles: readonly Role[]; isStaff: boolean }): readonly GuidePage[] {
  const own = new Set(
    (Object.keys(guideOfRole) as Role[]).filter((role) => roles.includes(role)).map((role) => guideOfRole[role]),
  );
  return isStaff ? [...own, ...guidePages.filter((page) => !own.has(page))] : [guideOfRole.ara_user];
}
