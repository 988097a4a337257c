/** Where a value of a conflict comes from. */
export type Side = 'initial' | 'mine' | 'theirs';

/** One field that somebody changed since the form was opened. */
export interface FieldConflict<Name extends string = string> {
  readonly name: Name;
  readonly initial: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
  /** What to take without asking; null when both changed it, each to something else. */
  readonly suggestion: Side | null;
}

/** Empty text and null are both "nothing" in a form. */
const same = (one: unknown, other: unknown) =>
  (one === '' ? null : (one ?? null)) === (other === '' ? null : (other ?? null));

/** The fields that differ between the three versions; those nobody touched are left out. */
export function findConflicts<Values extends object>(
  initial: Values,
  mine: Values,
  theirs: Values,
): FieldConflict<Extract<keyof Values, string>>[] {
  const names = Object.keys(initial) as Extract<keyof Values, string>[];
  return names.flatMap((name) => {
    const [was, my, their] = [initial[name], mine[name], theirs[name]];
    const [mineChanged, theirsChanged] = [!same(was, my), !same(was, their)];
    if (!mineChanged && !theirsChanged) {
      return [];
    }
    const suggestion = !theirsChanged || same(my, their) ? 'mine' : mineChanged ? null : 'theirs';
    return [{ name, initial: was, mine: my, theirs: their, suggestion }];
  });
}

export type Choices = Readonly<Record<string, Side | null>>;

/** Every field's side before the user has decided anything. */
export const suggestedChoices = (conflicts: readonly FieldConflict[]): Choices =>
  Object.fromEntries(conflicts.map(({ name, suggestion }) => [name, suggestion]));

/** Whether each field has its side. */
export const isSettled = (choices: Choices): boolean => Object.values(choices).every((side) => side !== null);

/** The record as chosen field by field; a field without a choice is as the others left it. */
export function merge<Values extends object>(
  theirs: Values,
  conflicts: readonly FieldConflict<Extract<keyof Values, string>>[],
  choices: Choices,
): Values {
  const chosen = conflicts.map((conflict) => [conflict.name, conflict[choices[conflict.name] ?? 'theirs']]);
  return { ...theirs, ...Object.fromEntries(chosen) } as Values;
}

/**
 * The fields of `next` that differ from `before`: what an update has to send.
 *
 * @param together - fields of which the API takes all or none; if one differs, the others go with it.
 */
export function changedFields<Values extends object>(
  before: Values,
  next: Values,
  together: readonly (readonly (keyof Values)[])[] = [],
): Partial<Values> {
  const names = Object.keys(next) as (keyof Values)[];
  const differing = names.filter((name) => !same(before[name], next[name]));
  const sent = together.filter((group) => group.some((name) => differing.includes(name))).flat();
  return Object.fromEntries([...differing, ...sent].map((name) => [name, next[name]])) as Partial<Values>;
}
