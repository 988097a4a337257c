/** Those who are told when something changes. */
export class Listeners {
  readonly #all = new Set<() => void>();

  get isEmpty(): boolean {
    return this.#all.size === 0;
  }

  /** Calls back whenever it changes, until the returned function is called. */
  readonly add = (listener: () => void): (() => void) => {
    this.#all.add(listener);
    return () => void this.#all.delete(listener);
  };

  readonly tell = (): void => {
    for (const listener of this.#all) {
      listener();
    }
  };
}
