/**
 * Who reads which type and field, written down from domain.md ("Who may do what") and from nowhere else: the tests set the
 * running API against it. A field that is missing here fails them.
 *
 * Callers are letters: R root, I local implementer, L local reporter, M manager, C container administrator, A ara user
 * (resident), G gateway.
 */
export interface ExpectedType {
  /** Who can come to hold a value of the type, and why. */
  readonly who: string;
  readonly because: string;
  /** Fields that everybody who holds the value reads. */
  readonly plain: string;
  /** Fields that only some of them read; to the others the field is `Forbidden`. */
  readonly guarded?: Readonly<Record<string, { readonly who: string; readonly because: string }>>;
}

export const people = 'RILMCA';
export const orgs = { who: 'RILC', because: 'Orgs: all, read, read, –, read, –' };
export const containers = { who: people, because: 'Container groups, containers: residents read those that open' };
export const cards = { who: 'RIMA', because: 'Cards, apartment cards: all, all, counts, read …, –, own' };
export const statusUpdates = {
  who: 'RILMC',
  because: 'Status updates: read by all but residents, who see the fill level',
};
export const keepers = {
  who: 'RIC',
  because: 'How far a lock is with its list: those who keep containers (sync:read)',
};
export const who = { who: 'RIMA', because: 'Card events: without who for reporters and container administrators' };
