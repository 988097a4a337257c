import type { GeoJSONSourceSpecification, StyleSpecification, VectorSourceSpecification } from 'maplibre-gl';
import { streetsLayers, streetsSource } from './streets/streets-style.ts';

export type Scheme = 'light' | 'dark';

const palettes = {
  light: { background: '#f4f1ee', town: '#e9e2dc', grid: '#d8cec6' },
  dark: { background: '#1d1a18', town: '#2a2522', grid: '#3b3430' },
} as const satisfies Record<Scheme, Record<string, string>>;

export const empty: GeoJSONSourceSpecification = { type: 'geojson', data: { type: 'FeatureCollection', features: [] } };

/**
 * The ground of a map that asks nobody but Noa for anything: what lies on it is drawn from our own data.
 *
 * @param streets - cover it as far as they go; null for none.
 */
export const ownStyle = (streets: VectorSourceSpecification | null): StyleSpecification => ({
  version: 8,
  sources: { town: empty, grid: empty, ...(streets && { [streetsSource]: streets }) },
  layers: [
    { id: 'ground', type: 'background' },
    { id: 'town', type: 'fill', source: 'town' },
    { id: 'grid', type: 'line', source: 'grid' },
    ...(streets ? streetsLayers : []),
  ],
});

/** The ground's paint that follows the colour scheme, by layer. */
export function basePaint(scheme: Scheme) {
  const { background, town, grid } = palettes[scheme];
  return [
    ['ground', 'background-color', background],
    ['town', 'fill-color', town],
    ['grid', 'line-color', grid],
  ] as const;
}
