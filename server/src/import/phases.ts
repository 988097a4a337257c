/** The parts of applying a file, in their order. */
export const importPhases = ['reading', 'matching', 'planning', 'checking', 'writing', 'settling'] as const;
export type ImportPhase = (typeof importPhases)[number];

/** Tells how many milliseconds each part of a run took: an import that is slow says where. */
export class Phases {
  readonly #spent = new Map<ImportPhase, number>();

  /** Does `work`, as a part of the run; a part that comes again is added to what it took before. */
  async spend<Done>(phase: ImportPhase, work: () => Promise<Done>): Promise<Done> {
    const began = performance.now();
    const done = await work();
    this.#spent.set(phase, (this.#spent.get(phase) ?? 0) + performance.now() - began);
    return done;
  }

  /** Milliseconds by part. */
  get spent(): Readonly<Partial<Record<ImportPhase, number>>> {
    return Object.fromEntries([...this.#spent].map(([phase, ms]) => [phase, Math.round(ms)]));
  }
}
