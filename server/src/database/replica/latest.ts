/**
 * Asks for all who want to know the same thing. Who comes while a question is under way waits for the one after it, as that one may have
 * been answered before they came: what anybody is given was found out after they asked, and one question is under way at most.
 */
export class Latest<T> {
  readonly #ask: () => Promise<T>;
  #asking: Promise<T> | undefined;
  #next: Promise<T> | undefined;

  constructor(ask: () => Promise<T>) {
    this.#ask = ask;
  }

  get(): Promise<T> {
    if (!this.#asking) {
      return this.#begin();
    }
    this.#next ??= this.#after(this.#asking);
    return this.#next;
  }

  async #after(asking: Promise<T>): Promise<T> {
    await asking.catch(() => undefined); // told to those who asked it
    this.#next = undefined;
    return this.#begin();
  }

  #begin(): Promise<T> {
    const asking = this.#ask().finally(() => {
      if (this.#asking === asking) {
        this.#asking = undefined;
      }
    });
    this.#asking = asking;
    return asking;
  }
}
