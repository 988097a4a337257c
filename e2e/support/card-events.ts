import { randomInt } from 'node:crypto';
import { expect } from '@playwright/test';
import { graphql, signInByPassword, signInGateway } from './api.ts';
import { seeded } from './seeded.ts';

/** What a lock saw of a card; without a card, what it saw of nobody's. */
export interface SeenEvent {
  readonly containerId: string;
  readonly eventNumber: number;
  readonly kind: 'full_use' | 'no_use' | 'access_denied';
  readonly at: string;
  readonly bootNumber?: number;
  readonly serialNumber?: string;
}

/** Sends events as the town's gateway does, and answers what became of each, in their order. */
export async function sendCardEvents(events: readonly SeenEvent[]): Promise<string[]> {
  const { recordCardEvents } = await graphql<{ recordCardEvents: { results: { outcome: string }[] } }>(
    await signInGateway(),
    'mutation ($events: [CardEventInput!]!) { recordCardEvents(events: $events) { results { outcome } } }',
    { events },
  );
  return recordCardEvents.results.map(({ outcome }) => outcome);
}

/** The same of events that the server has to take as new. */
export async function recordCardEvents(events: readonly SeenEvent[]): Promise<void> {
  expect(await sendCardEvents(events)).toEqual(events.map(() => 'accepted'));
}

/**
 * An opening and a refusal of now, of each of six apartments that this account sees: soon after midnight the town has hardly any of today, and
 * reports leave out a day on which fewer than five apartments did something for whoever may not know who (decision 26).
 */
export async function useToday(email: string): Promise<void> {
  const { apartmentCards } = await graphql<{
    apartmentCards: { nodes: { card: { serialNumber: string }; apartment: { id: string } }[] };
  }>(
    await signInByPassword(email),
    `
      {
        apartmentCards(first: 100, filter: { active: true }) {
          nodes {
            card {
              serialNumber
            }
            apartment {
              id
            }
          }
        }
      }
    `,
  );
  const { containers } = await graphql<{ containers: { nodes: { id: string }[] } }>(
    await signInByPassword('implementer@noa.test'),
    `{ containers(${seeded}) { nodes { id } } }`,
  );
  const ofApartments = new Map(apartmentCards.nodes.map(({ card, apartment }) => [apartment.id, card.serialNumber]));
  const serials = [...ofApartments.values()].slice(0, 6);
  expect(serials).toHaveLength(6);
  const sent = {
    containerId: containers.nodes[0]?.id ?? '',
    bootNumber: randomInt(1, 1_000_000), // each caller's own
    at: new Date().toISOString(),
  };
  await recordCardEvents(
    (['full_use', 'access_denied'] as const).flatMap((kind, row) =>
      serials.map((serialNumber, index) => ({
        ...sent,
        kind,
        serialNumber,
        eventNumber: 1 + row * serials.length + index,
      })),
    ),
  );
}
