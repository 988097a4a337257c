import { expect } from '@playwright/test';
import { graphql } from './api.ts';
import { as, fresh } from './record-kinds.ts';

const implementer = 'implementer@noa.test';

export interface Town {
  /** A word that finds exactly these containers. */
  readonly word: string;
  readonly ids: readonly string[];
  readonly serials: readonly string[];
}

/** Containers of their own in the town, in a row along a street; along another one where each must be alone on its spot. */
export async function someContainers(count: number, lngOfStreet = 26.91): Promise<Town> {
  const word = fresh('M');
  const make = async (type: string, input: object) => {
    const mutation = `mutation ($input: Create${type}Input!) { made: create${type}(input: $input) { id } }`;
    return (await as<{ made: { id: string } }>(implementer, mutation, { input })).made.id;
  };
  const containerGroupId = await make('ContainerGroup', { itemNumber: word });
  const serials = Array.from({ length: count }, (_, index) => `${word}-${String(index + 10)}`);
  const ids = await Promise.all(
    serials.map((serialNumber, index) =>
      make('Container', {
        containerGroupId,
        serialNumber,
        wasteStream: index % 2 === 0 ? 'glass' : 'residual',
        sizeLitres: 1100,
        volumeControlLitres: 40,
        lat: 46.57 + index / 10_000,
        lng: lngOfStreet + index / 10_000,
      }),
    ),
  );
  return { word, ids, serials };
}

export interface Update {
  readonly containerId: string;
  readonly updateNumber: number;
  readonly kind: 'fill_level_pct' | 'emptying_detected' | 'battery_life_pct';
  readonly value?: string;
  readonly at: string;
}

/** A reading of the fill level, just now. */
export const fill = (containerId: string, updateNumber: number, percent: number): Update => ({
  containerId,
  updateNumber,
  kind: 'fill_level_pct',
  value: String(percent),
  at: new Date().toISOString(),
});

/** Reports what locks tell, and expects it to be taken. */
export async function report(gateway: string, updates: readonly Update[]): Promise<void> {
  const { recordStatusUpdates } = await graphql<{ recordStatusUpdates: { results: { outcome: string }[] } }>(
    gateway,
    `
      mutation ($updates: [StatusUpdateInput!]!) {
        recordStatusUpdates(updates: $updates) {
          results {
            outcome
          }
        }
      }
    `,
    { updates },
  );
  expect(recordStatusUpdates.results.filter(({ outcome }) => outcome !== 'accepted')).toEqual([]);
}
