import type { MapFault } from './pmtiles-header.ts';

/** Thrown of a file that is no ground for a map. */
export class MapRefused extends Error {
  override readonly name = 'MapRefused';
  readonly fault: MapFault;
  /** Layers that it lacks, of the fault `layers`. */
  readonly layers: readonly string[];

  constructor(fault: MapFault, layers: readonly string[] = [], options?: ErrorOptions) {
    super(`The file is no ground for the map: ${[fault, ...layers].join(' ')}`, options);
    this.fault = fault;
    this.layers = layers;
  }
}
