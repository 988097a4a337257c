/** A container group, or a container that stands in none, where a rule's condition holds. */
export interface FiringIsland {
  readonly islandId: string;
  readonly containerGroupId: string | null;
  /** Of which it holds, in order. */
  readonly containerIds: readonly string[];
  /** Of `unusual`: within the hour, and as many are usual; null where that is not to be told. */
  readonly openings?: number;
  readonly usualOpenings?: number | null;
}
