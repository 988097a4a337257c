import type { Allowed, HandedOut, Refusal, Registry } from './registry.ts';

const codes: Readonly<Record<string, string>> = { '04:00:00:01': 'ACAAAAB', '04:00:00:02': 'ACAAAAC' };

/** A registry in memory that behaves as the server's tests say the server does; `offline` loses answers or requests. */
export class MemoryRegistry implements Registry {
  readonly holders = new Map<string, { apartmentId: string; id: string }>();
  readonly blocked = new Set<string>();
  readonly erased = new Set<string>();
  readonly unknown = new Set<string>();
  readonly requests: string[] = [];
  mayRegister = true;
  offline: 'request' | 'answer' | null = null;
  #hold: Promise<void> = Promise.resolve();
  #count = 0;

  /** From now on nothing is answered before `release`. */
  holdBack(): () => void {
    let release = () => {};
    this.#hold = new Promise((resolve) => {
      release = resolve;
    });
    return release;
  }

  async handOut(apartmentId: string, serial: string, allowed: Allowed): Promise<HandedOut | Refusal> {
    await this.#hold;
    if (this.offline === 'request') {
      return { reason: 'network' };
    }
    const answer = this.#decide(apartmentId, serial, allowed);
    return this.offline === 'answer' ? { reason: 'network' } : answer;
  }

  #decide(apartmentId: string, serial: string, { register, reregister }: Allowed): HandedOut | Refusal {
    const held = this.holders.get(serial);
    if (held && held.apartmentId !== apartmentId) {
      return { reason: 'assigned', holder: { id: held.apartmentId, label: `bl. A, ${held.apartmentId}` } };
    }
    if (this.blocked.has(serial)) {
      return { reason: 'blocked' };
    }
    if (this.erased.has(serial) && !reregister) {
      return { reason: 'erased', mayReregister: true };
    }
    if (this.unknown.has(serial) && !(register && this.mayRegister)) {
      return { reason: 'unknown', mayRegister: this.mayRegister };
    }
    const id = held?.id ?? `hand-out ${(this.#count += 1)}`;
    this.holders.set(serial, { apartmentId, id });
    return {
      outcome: held ? 'held' : 'assigned',
      id,
      rowId: '1',
      card: codes[serial] ?? serial,
      cardCount: this.cardsOf(apartmentId).length,
    };
  }

  request(apartmentId: string, serial: string): Promise<'sent' | 'network'> {
    if (this.offline === 'request') {
      return Promise.resolve('network');
    }
    this.requests.push(`${apartmentId} ${serial}`);
    return Promise.resolve(this.offline === 'answer' ? 'network' : 'sent');
  }

  takeBack({ id }: { id: string }): Promise<'done' | 'gone' | 'network'> {
    if (this.offline === 'request') {
      return Promise.resolve('network');
    }
    const [serial] = [...this.holders].find(([, holder]) => holder.id === id) ?? [];
    if (serial === undefined) {
      return Promise.resolve('gone');
    }
    this.holders.delete(serial);
    return Promise.resolve(this.offline === 'answer' ? 'network' : 'done');
  }

  cardsOf(apartmentId: string): string[] {
    return [...this.holders].filter(([, holder]) => holder.apartmentId === apartmentId).map(([serial]) => serial);
  }
}
