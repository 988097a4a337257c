import DataLoader from 'dataloader';

/** Look-ups of one request by key, those of the same name in one query. */
export class Loaders {
  readonly #loaders = new Map<string, unknown>();
  readonly #onLoaded: (value: unknown) => void;

  /** @param onLoaded - is given whatever was found, before anybody who asked for it. */
  constructor(onLoaded: (value: unknown) => void) {
    this.#onLoaded = onLoaded;
  }

  /** Batches the look-ups called `name` into one; `batch` leaves out what it does not find. */
  load<Value>(
    name: string,
    key: string,
    batch: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
  ): Promise<Value | undefined> {
    const known = this.#loaders.get(name) as DataLoader<string, Value | undefined> | undefined;
    const loader =
      known ??
      new DataLoader<string, Value | undefined>(async (keys) => {
        const found = await batch(keys);
        return keys.map((each) => {
          const value = found.get(each);
          this.#onLoaded(value);
          return value;
        });
      });
    this.#loaders.set(name, loader);
    return loader.load(key);
  }

  /** What was found before is asked for anew. */
  clear(): void {
    this.#loaders.clear();
  }
}
