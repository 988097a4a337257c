import { setTimeout as delay } from 'node:timers/promises';
import { Lost, type Caller } from './caller.fixture.ts';

const Start = 'mutation ($file: Upload!) { startImport(kind: "buildings", file: $file) { id mapping } }';
const Check = 'mutation ($id: ID!, $mapping: JSON!) { mapImport(id: $id, mapping: $mapping) { id } }';
const Apply = 'mutation ($id: ID!) { applyImport(id: $id) { id } }';
const Cancel = 'mutation ($id: ID!) { cancelImport(id: $id) { state } }';
const Job =
  'query ($id: ID!) { importJob(id: $id) { state failure progress { done total } counts { rows problems } } }';

interface ImportJob {
  readonly state: string;
  readonly failure: string | null;
  readonly progress: { readonly done: number; readonly total: number } | null;
  readonly counts: { readonly rows: number; readonly problems: number } | null;
}

/** What the server that works on it says when it has to end, or what others say when it is gone. */
const isInterrupted = ({ state, failure }: ImportJob) => state === 'failed' && failure === 'import.interrupted';

/** A list of buildings of a street that no other list has. */
export const listOf = (street: string, blocks: number, apartments: number): File => {
  const rows = Array.from(
    { length: blocks },
    (_, index) => `${street}-${index};Vaslui;Valea Mică;${street};${index + 1};${index + 1};${apartments}`,
  );
  return new File([`Cod bloc;Județ;Localitate;Strada;Nr;Bloc;Apartamente\r\n${rows.join('\r\n')}\r\n`], 'lista.csv');
};

/** An import as its person sees it, at whatever server the proxy asks. */
export class Import {
  readonly #caller: Caller;
  readonly #mapping: unknown;
  readonly id: string;
  /** How often it was interrupted, and begun again. */
  interrupted = 0;

  private constructor(caller: Caller, id: string, mapping: unknown) {
    this.#caller = caller;
    this.id = id;
    this.#mapping = mapping;
  }

  static async start(caller: Caller, file: File): Promise<Import> {
    try {
      const { startImport } = await caller.upload<{ startImport: { id: string; mapping: unknown } }>(Start, {}, file);
      return new Import(caller, startImport.id, startImport.mapping);
    } catch (error) {
      if (error instanceof Lost) {
        return Import.start(caller, file); // uploaded twice at the worst, and applied once
      }
      throw error;
    }
  }

  /** The same, as somebody else follows it. */
  of(caller: Caller): Import {
    return new Import(caller, this.id, this.#mapping);
  }

  async look(): Promise<ImportJob> {
    const { importJob } = await this.#caller.insist<{ importJob: ImportJob }>(Job, { id: this.id });
    return importJob;
  }

  /** Checks it until it is checked, however often it is interrupted. */
  async check(): Promise<void> {
    for (;;) {
      const before = await this.look();
      if (before.state === 'uploaded' || isInterrupted(before)) {
        await this.#tell(Check, { mapping: this.#mapping });
      }
      const job = await this.until(['checked', 'failed']);
      if (job.state === 'checked') {
        if (job.counts?.problems !== 0) {
          this.#caller.complain(`The check found ${JSON.stringify(job)}`);
        }
        return;
      }
      this.#noteInterruption(job);
    }
  }

  /** Applies what was checked until it is applied; what is interrupted is checked again, as its person would. */
  async apply(): Promise<void> {
    for (;;) {
      if ((await this.look()).state === 'checked') {
        await this.#tell(Apply);
      }
      const job = await this.until(['applied', 'failed']);
      if (job.state === 'applied') {
        return;
      }
      this.#noteInterruption(job);
      await this.check();
    }
  }

  async begin(): Promise<void> {
    await this.#tell(Apply);
  }

  async cancel(): Promise<string> {
    const { cancelImport } = await this.#caller.insist<{ cancelImport: { state: string } }>(Cancel, { id: this.id });
    return cancelImport.state;
  }

  /** Follows it; how far it is never goes back within one run. */
  async until(states: readonly string[], share = 2): Promise<ImportJob> {
    let done = 0;
    for (;;) {
      const job = await this.look();
      const { state, progress } = job;
      if (states.includes(state) || (progress && progress.done / progress.total >= share)) {
        return job;
      }
      if (state !== 'checking' && state !== 'applying') {
        this.#caller.complain(`The import is ${JSON.stringify(job)}`);
      }
      if ((progress?.done ?? 0) < done) {
        this.#caller.complain(`The import went back from ${done} to ${JSON.stringify(progress)}`);
      }
      done = progress?.done ?? done;
      await delay(100);
    }
  }

  /** What was lost on the way may have been heard: whoever asks next looks before. */
  async #tell(query: string, variables: Record<string, unknown> = {}): Promise<void> {
    try {
      await this.#caller.ask(query, { id: this.id, ...variables });
    } catch (error) {
      if (!(error instanceof Lost)) {
        throw error;
      }
    }
  }

  #noteInterruption(job: ImportJob): void {
    if (!isInterrupted(job)) {
      this.#caller.complain(`The import failed: ${JSON.stringify(job)}`);
    }
    this.interrupted += 1;
  }
}
