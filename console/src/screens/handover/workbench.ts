import type { Reading } from '@noa/domain/codes/card-code.ts';
import { Listeners } from '../../listeners.ts';
import type { Allowed, HandedOut, Refusal, Registry } from './registry.ts';
import { readScan, unmistakable, type ReaderNotation } from './scan.ts';
import type { Tone } from './sound.ts';
import type { Step } from './steps.ts';
import type { Feedback, WorkbenchApartment, WorkbenchState } from './workbench-state.ts';

export interface WorkbenchSettings {
  readonly apartments: readonly WorkbenchApartment[];
  /** Cards that each apartment gets before the next one is on. */
  readonly cardsEach: number;
  readonly reader: ReaderNotation | null;
  /** Whether cards that are not known are registered without a question. */
  readonly registers: boolean;
  /** Whether the user may ask the org for cards that are not known. */
  readonly mayRequest: boolean;
}

interface Parts extends WorkbenchSettings {
  readonly registry: Registry;
  readonly position: string;
  readonly steps: readonly Step[];
}

const requestProblems = {
  known: 'known',
  limit: 'requestLimit',
  network: 'requestNetwork',
  failed: 'requestFailed',
} as const;

const isRefusal = (answer: HandedOut | Refusal): answer is Refusal => 'reason' in answer;

/**
 * The hand-over of cards, apartment by apartment, whatever shows it. Lines come as fast as a reader types them: each waits for
 * the one before, since only then it is known which apartment is on; after a refusal those that waited are dropped, as they
 * would go to the wrong one.
 */
export class Workbench {
  readonly #registry: Registry;
  #settings: WorkbenchSettings;
  #state: WorkbenchState;
  #waiting: string[] = [];
  readonly #listeners = new Listeners();

  constructor({ registry, position, steps, ...settings }: Parts) {
    this.#registry = registry;
    this.#settings = settings;
    this.#state = { position, feedback: null, question: null, sending: null, steps };
  }

  readonly subscribe = this.#listeners.add;

  readonly getState = (): WorkbenchState => this.#state;

  /** What changes around the workbench while it is at work. */
  configure(settings: WorkbenchSettings): void {
    this.#settings = settings;
  }

  /** A line from the scan field; an empty one means nothing, as readers may send Enter twice. */
  async scan(text: string): Promise<void> {
    if (text.trim() === '') {
      return;
    }
    if (this.#state.sending !== null) {
      this.#waiting.push(text);
      return;
    }
    const { apartments, reader } = this.#settings;
    const scan = readScan(text, apartments, reader);
    switch (scan.kind) {
      case 'serial':
        return this.#handOut(scan.reading);
      case 'goTo':
        this.goTo(scan.apartmentId);
        return this.#continue();
      case 'ambiguous':
        // What comes after it would go to whatever apartment is on by then.
        this.#set({ question: scan, feedback: this.#feedback('trouble', 'ambiguous', { dropped: this.#drop() }) });
        return;
      default:
        this.#set({
          question: null,
          feedback: this.#feedback('trouble', scan.kind, { card: text.trim(), dropped: this.#drop() }),
        });
    }
  }

  /** The answer to the question that is open: the reading that is meant, or that the card shall be one, be one again or be asked for. */
  async answer(reading: Reading): Promise<void> {
    const { question } = this.#state;
    if (!question || this.#state.sending !== null) {
      return;
    }
    if (question.kind === 'unrequested') {
      await this.#request(reading);
    } else {
      await this.#handOut(reading, {
        register: question.kind === 'unregistered' || this.#settings.registers,
        reregister: question.kind === 'erased',
      });
    }
  }

  /** Leaves the open question unanswered. */
  dismiss(): void {
    if (this.#state.question) {
      this.#set({ question: null, feedback: null });
    }
  }

  /** On to the next apartment, without a card. */
  skip(): void {
    this.#moveBy(1);
  }

  /** Back to the apartment before. */
  back(): void {
    this.#moveBy(-1);
  }

  goTo(apartmentId: string): void {
    if (this.#state.sending === null && apartmentId !== this.#state.position) {
      this.#step({ apartmentId: this.#state.position, handOut: null }, apartmentId, null);
    }
  }

  /** Undoes the last step: the card comes back, and its apartment is on again. */
  async undo(): Promise<void> {
    const step = this.#state.steps.at(-1);
    if (!step || this.#state.sending !== null) {
      return;
    }
    const { handOut, apartmentId } = step;
    if (!handOut) {
      this.#forget(apartmentId, null);
      return;
    }
    const apartment = this.#numberOf(apartmentId);
    this.#set({ sending: handOut.card, question: null, feedback: null });
    const outcome = await this.#registry.takeBack(handOut);
    this.#set({ sending: null });
    if (outcome === 'done') {
      this.#forget(apartmentId, this.#feedback('known', 'takenBack', { card: handOut.card, apartment }));
    } else if (outcome === 'gone') {
      this.#forget(apartmentId, this.#feedback('trouble', 'alreadyTakenBack', { card: handOut.card, apartment }));
    } else {
      // It stays the last step: whether it was undone, another try will tell.
      this.#set({
        feedback: this.#feedback('trouble', outcome === 'network' ? 'undoNetwork' : 'undoFailed', {
          card: handOut.card,
          dropped: this.#drop(),
        }),
      });
    }
    await this.#continue();
  }

  async #handOut(
    reading: Reading,
    allowed: Allowed = { register: this.#settings.registers, reregister: false },
  ): Promise<void> {
    const { position } = this.#state;
    const card = reading.displaySerialNumber;
    this.#set({ sending: card, question: null });
    const answer = await this.#registry.handOut(position, unmistakable(reading.serialNumber), allowed);
    this.#set({ sending: null });
    if (isRefusal(answer)) {
      this.#refuse(answer, reading);
    } else {
      const step: Step = {
        apartmentId: position,
        handOut: answer.outcome === 'held' ? null : { id: answer.id, rowId: answer.rowId, card },
      };
      const goesOn = answer.cardCount >= this.#settings.cardsEach;
      const next = (goesOn && this.#neighbour(1)) || position;
      const apartment = this.#numberOf(position);
      const tone = answer.outcome === 'held' ? 'known' : 'done';
      this.#step(step, next, this.#feedback(tone, answer.outcome, { card, apartment }));
    }
    await this.#continue();
  }

  /** Leaves the card with the org to decide, and goes on: nobody waits at the door for the answer. */
  async #request(reading: Reading): Promise<void> {
    const { position } = this.#state;
    const card = reading.displaySerialNumber;
    this.#set({ sending: card, question: null });
    const outcome = await this.#registry.request(position, unmistakable(reading.serialNumber));
    this.#set({ sending: null });
    if (outcome === 'sent') {
      const feedback = this.#feedback('known', 'requested', { card, apartment: this.#numberOf(position) });
      this.#step({ apartmentId: position, handOut: null }, this.#neighbour(1) ?? position, feedback);
    } else {
      this.#set({ feedback: this.#feedback('trouble', requestProblems[outcome], { card, dropped: this.#drop() }) });
    }
    await this.#continue();
  }

  #refuse({ reason, holder, mayReregister, mayRegister }: Refusal, reading: Reading): void {
    const card = reading.displaySerialNumber;
    const last = this.#state.steps.at(-1);
    // A reader that fires twice is no trouble: the card is where it was just given.
    if (reason === 'assigned' && holder && last?.handOut?.card === card && last.apartmentId === holder.id) {
      const apartment = this.#numberOf(holder.id);
      this.#set({ feedback: this.#feedback('known', 'justGiven', { card, apartment }) });
      return;
    }
    const asks = this.#questionAfter(reason, mayRegister, mayReregister);
    const key = reason === 'assigned' ? (holder ? 'assignedTo' : 'assignedElsewhere') : (asks ?? reason);
    this.#set({
      question: asks ? { kind: asks, reading } : null,
      feedback: this.#feedback('trouble', key, {
        card,
        dropped: this.#drop(),
        ...(holder && { apartment: holder.label }),
      }),
    });
  }

  /** What can be done about a refusal, to be asked; undefined when nothing can. */
  #questionAfter(reason: Refusal['reason'], mayRegister = false, mayReregister = false) {
    if (reason === 'unknown') {
      return mayRegister ? 'unregistered' : this.#settings.mayRequest ? 'unrequested' : undefined;
    }
    return reason === 'erased' && mayReregister ? 'erased' : undefined;
  }

  /** Takes the line that has waited longest. */
  async #continue(): Promise<void> {
    const next = this.#waiting.shift();
    if (next !== undefined) {
      await this.scan(next);
    }
  }

  #drop(): number {
    const dropped = this.#waiting.length;
    this.#waiting = [];
    return dropped;
  }

  #moveBy(distance: 1 | -1): void {
    const neighbour = this.#neighbour(distance);
    if (neighbour !== undefined) {
      this.goTo(neighbour);
    }
  }

  #neighbour(distance: 1 | -1): string | undefined {
    const { apartments } = this.#settings;
    const index = apartments.findIndex(({ id }) => id === this.#state.position);
    return apartments[index + distance]?.id;
  }

  #numberOf(apartmentId: string): string {
    return this.#settings.apartments.find(({ id }) => id === apartmentId)?.addrAp ?? '';
  }

  #feedback(tone: Tone, key: string, facts: Partial<Omit<Feedback, 'tone' | 'key'>> = {}): Feedback {
    return { tone, key, dropped: 0, ...facts };
  }

  #step(step: Step, position: string, feedback: Feedback | null): void {
    this.#set({ steps: [...this.#state.steps, step], position, feedback, question: null });
  }

  #forget(position: string, feedback: Feedback | null): void {
    this.#set({ steps: this.#state.steps.slice(0, -1), position, feedback, question: null });
  }

  #set(change: Partial<WorkbenchState>): void {
    this.#state = { ...this.#state, ...change };
    this.#listeners.tell();
  }
}
