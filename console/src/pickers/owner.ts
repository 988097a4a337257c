import type { Role } from '@noa/domain/vocabulary.ts';

interface Belonging {
  readonly orgs: readonly { readonly id: string }[];
  readonly roles: readonly Role[];
}

/**
 * Whether a viewer could make a record in several orgs and has to say in which, and the org to start from: the one that is asked for, else
 * the viewer's default, else the only one. Of several none is chosen for them: the record would go to it unseen.
 *
 * @param asked - by the address; null for none.
 */
export function ownerOf({ orgs, roles }: Belonging, asked: string | null, defaultOrg: string | null) {
  const needed = roles.includes('root') || orgs.length !== 1;
  return { needed, orgId: needed ? (asked ?? defaultOrg) : (orgs[0]?.id ?? null) };
}
