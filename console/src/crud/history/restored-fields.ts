/** A field that a version changed, as history tells it. */
export interface FieldChange {
  readonly name: string;
  readonly oldValue?: string | null | undefined;
  readonly newValue?: string | null | undefined;
  readonly oldLabel?: string | null | undefined;
  readonly newLabel?: string | null | undefined;
}

/**
 * What restoring a version would change.
 *
 * @param newer - the fields that each version after it changed, newest first.
 * @param erased - fields of which nobody knows what the version said: they stay as they are.
 */
export function restoredFields(
  newer: readonly (readonly FieldChange[])[],
  erased: readonly string[] = [],
): FieldChange[] {
  const changes = new Map<string, FieldChange>();
  for (const { name, oldValue, oldLabel, newValue, newLabel } of newer.flat()) {
    // The newest change says what the field is now, the oldest one what it was.
    const now = changes.get(name) ?? { oldValue: newValue, oldLabel: newLabel };
    changes.set(name, {
      name,
      oldValue: now.oldValue,
      oldLabel: now.oldLabel,
      newValue: oldValue,
      newLabel: oldLabel,
    });
  }
  return [...changes.values()].filter(
    ({ name, oldValue, newValue }) => !erased.includes(name) && (oldValue ?? null) !== (newValue ?? null),
  );
}

interface ErasableVersion {
  readonly fields: readonly FieldChange[];
  /** Fields that a restoration leaves as they are; what kind of occupier there was goes with who it was, and is told all the same. */
  readonly erasedFields: readonly string[];
}

/** The fields that a version says nothing of any more, as they were erased. */
export const erasedFrom = ({ fields, erasedFields }: ErasableVersion): readonly string[] =>
  erasedFields.filter((erased) => !fields.some(({ name, newValue }) => name === erased && (newValue ?? null) !== null));
