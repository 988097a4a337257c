import { bulk, bulkJobOf } from './expected-operation.ts';
import type { CallerLabel, World } from './world.ts';

export interface ExpectedSubscription {
  /** Letters of the callers, as in `expected-type.ts`; to the others it is `Forbidden`. */
  readonly who: string;
  readonly because: string;
  /** The root field. */
  readonly ask: (world: World, label: CallerLabel) => string;
  /** Makes something happen in a world that its watchers are told of. */
  readonly happens: (world: World, label: CallerLabel) => { readonly by: CallerLabel; readonly mutation: string };
}

let updates = 100;

export const expectedSubscriptions: Readonly<Record<string, ExpectedSubscription>> = {
  containerStatusChanged: {
    who: 'RILMC',
    because: 'Status updates: read by all but residents',
    ask: () => 'containerStatusChanged { id container { serialNumber } }',
    happens: ({ container }) => ({
      by: 'G',
      mutation: `recordStatusUpdates(updates: [{ containerId: "${container.id}", updateNumber: ${++updates},
        kind: servicing, at: "${new Date().toISOString()}" }]) { results { outcome } }`,
    }),
  },
  importJobChanged: {
    who: 'R',
    because: 'Import: root only',
    ask: ({ importJobId }) => `importJobChanged(id: "${importJobId}") { state fileName }`,
    happens: ({ importJobId }) => ({ by: 'R', mutation: `cancelImport(id: "${importJobId}") { id }` }),
  },
  bulkJobChanged: {
    ...bulk,
    ask: (world, label) => `bulkJobChanged(${bulkJobOf(world, label)}) { state reason }`,
    happens: (world, label) => ({ by: 'R', mutation: `cancelBulkJob(${bulkJobOf(world, label)}) { id }` }),
  },
};
