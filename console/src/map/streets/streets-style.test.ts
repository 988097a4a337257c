import { validateStyleMin, type StyleSpecification } from '@maplibre/maplibre-gl-style-spec';
import { describe, expect, it } from 'vitest';
import { streetMapLayers } from '@noa/domain/map/street-map.ts';
import { ownStyle } from '../base-style.ts';
import { streetsPaint } from './streets-paint.ts';

const source = { type: 'vector', url: 'pmtiles:///map/a.pmtiles' } as const;
const schemes = ['light', 'dark'] as const;

/** The style as it is when a scheme's paint has been put on. */
function painted(scheme: (typeof schemes)[number]): StyleSpecification {
  const style = ownStyle(source);
  const paint = streetsPaint(scheme, () => '#123456');
  return {
    ...style,
    layers: style.layers.map((layer) => ({
      ...layer,
      paint: {
        ...layer.paint,
        ...Object.fromEntries(paint.filter(([id]) => id === layer.id).map(([, ...entry]) => entry)),
      },
    })),
  };
}

describe('the style of the streets', () => {
  it.each(schemes)('is a style of MapLibre, and every layer of it has its colours when it is %s', (scheme) => {
    const style = painted(scheme);

    expect(validateStyleMin(style)).toEqual([]);
    const unpainted = style.layers
      .slice(ownStyle(null).layers.length)
      .filter(({ paint }) => !Object.values(paint ?? {}).includes('#123456'));
    expect(unpainted.map(({ id }) => id)).toEqual([]);
  });

  it.each(schemes)('paints nothing that there is not when it is %s', (scheme) => {
    const ids = ownStyle(source).layers.map(({ id }) => id);
    expect(streetsPaint(scheme, () => '').filter(([id]) => !ids.includes(id))).toEqual([]);
  });

  it('draws the layers that a file is asked for when it is uploaded, and no others', () => {
    const drawn = ownStyle(source).layers.flatMap((layer) =>
      'source-layer' in layer && layer.source === 'streets' ? [layer['source-layer']] : [],
    );
    expect([...new Set(drawn)].toSorted()).toEqual([...streetMapLayers].toSorted());
  });

  it('asks no other server for letters, pictures or tiles', () => {
    const style = ownStyle(source);
    expect([style.glyphs, style.sprite]).toEqual([undefined, undefined]);
    expect(Object.keys(ownStyle(null).sources)).toEqual(['town', 'grid']);
    expect(JSON.stringify(style)).not.toMatch(/https?:/);
  });
});
