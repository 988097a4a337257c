import { setTimeout as delay } from 'node:timers/promises';
import { Lost, type Caller } from './caller.fixture.ts';

/** How many events one request brings. */
const batch = 20;

const Facts = `{ containerGroups(first: 1) { nodes { id } } cards(first: 1) { nodes { serialNumber } } }`;
const MakeContainer = 'mutation ($input: CreateContainerInput!) { createContainer(input: $input) { id } }';
const Events = `mutation ($events: [CardEventInput!]!) {
  recordCardEvents(events: $events) { results { outcome reason } completeUpTo { number } } }`;
const Updates =
  'mutation ($updates: [StatusUpdateInput!]!) { recordStatusUpdates(updates: $updates) { completeUpTo { number } } }';
const Report = 'query ($input: ReportInput!) { report(name: "usage", input: $input) { rows } }';
const Export = 'mutation ($input: ExportInput!) { createExport(input: $input) { url } }';

interface Receipt {
  readonly results: readonly { readonly outcome: string; readonly reason: string | null }[];
  readonly completeUpTo: readonly { readonly number: number }[];
}

interface OwnContainer {
  readonly id: string;
  /** Serial number of a card that comes to it. */
  readonly card: string;
}

/** A container of one's own, and the card that it opens to. */
export async function makeContainer(root: Caller, serialNumber: string): Promise<OwnContainer> {
  const { containerGroups, cards } = await root.insist<{
    containerGroups: { nodes: { id: string }[] };
    cards: { nodes: { serialNumber: string }[] };
  }>(Facts);
  const { createContainer } = await root.insist<{ createContainer: { id: string } }>(MakeContainer, {
    input: {
      containerGroupId: containerGroups.nodes[0]?.id,
      serialNumber,
      wasteStream: 'residual',
      sizeLitres: 1_100,
      volumeControlLitres: 30,
    },
  });
  return { id: createContainer.id, card: cards.nodes[0]?.serialNumber ?? '' };
}

/** A lock that reports, with an account of its own of what it sent and what was acknowledged; and who reads what it reported. */
export class ReportingLock {
  readonly container: OwnContainer;
  readonly #gateway: Caller;
  /** Events that have left, and those that are known to be stored. */
  sent = 0;
  acknowledged = 0;
  /** Status updates that are known to be stored; the last one says its own number, of a hundred. */
  updates = 0;
  /** Reports and files that were compared with the account. */
  compared = 0;

  constructor(gateway: Caller, container: OwnContainer) {
    this.#gateway = gateway;
    this.container = container;
  }

  async live(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#reportEvents();
      await this.update();
      await delay(250);
    }
  }

  /** Sent again until it is acknowledged, as gateways do: what arrives twice is stored once. */
  async #reportEvents(): Promise<void> {
    const { id: containerId, card: serialNumber } = this.container;
    const first = this.acknowledged + 1;
    this.sent = this.acknowledged + batch;
    const at = new Date().toISOString();
    const events = Array.from({ length: batch }, (_, index) => ({
      containerId,
      serialNumber,
      bootNumber: 1,
      eventNumber: first + index,
      kind: 'full_use',
      at,
    }));
    const { recordCardEvents } = await this.#gateway.insist<{ recordCardEvents: Receipt }>(Events, { events });
    const { results, completeUpTo } = recordCardEvents;
    const refused = results.find(({ outcome }) => outcome !== 'accepted' && outcome !== 'duplicate');
    if (refused || completeUpTo[0]?.number !== this.sent) {
      this.#gateway.complain(`Events ${first} to ${this.sent}: ${JSON.stringify(refused ?? completeUpTo)}`);
    }
    this.acknowledged = this.sent;
  }

  async update(): Promise<void> {
    const number = this.updates + 1;
    const update = { bootNumber: 1, updateNumber: number, kind: 'fill_level_pct', value: String(number % 100) };
    const updates = [{ ...update, containerId: this.container.id, at: new Date().toISOString() }];
    const { recordStatusUpdates } = await this.#gateway.insist<{ recordStatusUpdates: Receipt }>(Updates, { updates });
    if (recordStatusUpdates.completeUpTo[0]?.number !== number) {
      this.#gateway.complain(`Update ${number}: ${JSON.stringify(recordStatusUpdates)}`);
    }
    this.updates = number;
  }

  get #question() {
    return {
      from: new Date(Date.now() - 86_400_000).toISOString(),
      to: new Date(Date.now() + 86_400_000).toISOString(),
      groupBy: ['container'],
      metrics: ['event_count'],
      filters: [{ field: 'container', operator: 'eq', value: this.container.id }],
    };
  }

  /** Asks reports and files: each has every event that was acknowledged before it was asked, and none that was not sent. */
  async read(reader: Caller, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#compare(reader, 'report', () => this.#askReport(reader));
      await this.#compare(reader, 'file', () => this.#fetchFile(reader));
      await delay(300);
    }
  }

  async #compare(reader: Caller, what: string, count: () => Promise<number>): Promise<void> {
    const least = this.acknowledged;
    try {
      const counted = await count();
      if (counted < least || counted > this.sent) {
        reader.complain(`A ${what} counts ${counted} events of ${least} to ${this.sent}`);
      }
      this.compared += 1;
    } catch (error) {
      if (!(error instanceof Lost)) {
        throw error;
      }
    }
  }

  async #askReport(reader: Caller): Promise<number> {
    const { report } = await reader.ask<{ report: { rows: (string | number)[][] } }>(Report, { input: this.#question });
    return Number(report.rows[0]?.[1] ?? 0);
  }

  async #fetchFile(reader: Caller): Promise<number> {
    const input = { report: 'usage', input: this.#question, format: 'CSV' };
    const { createExport } = await reader.ask<{ createExport: { url: string } }>(Export, { input });
    const response = await reader.fetch(createExport.url);
    const text = await response.text().catch((cause: unknown) => {
      throw new Lost('The file broke off', { cause });
    });
    if (response.status === 503) {
      throw new Lost('Put off');
    }
    if (response.status !== 200) {
      reader.complain(`A file: ${response.status} ${text}`);
    }
    return Number(/^"Total";(\d+)/m.exec(text)?.[1] ?? reader.complain(`No total: ${text}`));
  }
}
