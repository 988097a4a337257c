import { setTimeout as delay } from 'node:timers/promises';
import { Lost, type Caller } from './caller.fixture.ts';

const Changed = 'subscription { containerStatusChanged { container { id } readings { kind value } } }';
const Now = `query ($id: ID!) { containerStatuses(first: 1, filter: { ids: [$id] }) { nodes {
  container { id } readings { kind value } } } }`;

interface Status {
  readonly container: { readonly id: string };
  readonly readings: readonly { readonly kind: string; readonly value: string | null }[];
}

/** Somebody who watches a container, as the console does: when the feed ends they begin anew, with what is known now. */
export class Watcher {
  readonly #caller: Caller;
  readonly #containerId: string;
  /** How full the container is, as far as the watcher knows. */
  level: string | null = null;
  opened = 0;
  told = 0;

  constructor(caller: Caller, containerId: string) {
    this.#caller = caller;
    this.#containerId = containerId;
  }

  async watch(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.#watchOnce(signal);
      } catch (error) {
        if (!(error instanceof Lost) && !signal.aborted) {
          throw error;
        }
      }
      await delay(50);
    }
  }

  async #watchOnce(signal: AbortSignal): Promise<void> {
    const response = await this.#caller.fetch('/graphql', {
      method: 'POST',
      headers: { accept: 'text/event-stream', 'content-type': 'application/json' },
      body: JSON.stringify({ query: Changed }),
      signal,
    });
    if (response.status === 503) {
      throw new Lost('Put off');
    }
    if (response.status !== 200 || !response.body) {
      this.#caller.complain(`A feed: ${response.status}`);
    }
    this.opened += 1;
    const { containerStatuses } = await this.#caller.ask<{ containerStatuses: { nodes: Status[] } }>(Now, {
      id: this.#containerId,
    });
    containerStatuses.nodes.forEach((status) => this.#note(status));
    try {
      await this.#read(response.body);
    } catch (cause) {
      throw new Lost('The feed broke off', { cause });
    }
  }

  async #read(body: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    let rest = '';
    for await (const chunk of body) {
      const events = `${rest}${decoder.decode(chunk, { stream: true })}`.split('\n\n');
      rest = events.pop() ?? '';
      for (const event of events) {
        const text = /^data: (.+)$/m.exec(event)?.[1];
        const { data } = JSON.parse(text ?? '{}') as { data?: { containerStatusChanged?: Status } };
        if (data?.containerStatusChanged?.container.id === this.#containerId) {
          this.told += 1;
          this.#note(data.containerStatusChanged);
        }
      }
    }
  }

  #note({ readings }: Status): void {
    this.level = readings.find(({ kind }) => kind === 'fill_level_pct')?.value ?? this.level;
  }
}
