/** Every event committed before `freshAsOf` is counted. */
export interface Freshness {
  readonly freshAsOf: Date;
}

/** How far the events are that an engine takes in before it can be asked. */
export interface Progress {
  readonly events: number;
  /** As many there are, about; null when nobody has counted. */
  readonly expected: number | null;
}
