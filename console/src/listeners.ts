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

/** Resolves once `holds` does, of which `follow` tells when it may have changed; at once where it does already. */
export async function until(follow: Listeners['add'], holds: () => boolean): Promise<void> {
  if (holds()) {
    return;
  }
  await new Promise<void>((resolve) => {
    const stop = follow(() => {
      if (holds()) {
        stop();
        resolve();
      }
    });
  });
}
