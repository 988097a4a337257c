import { describe, expect, it } from 'vitest';
import { importForms } from '../import-forms.ts';
import { coordinateOf } from './point.ts';

describe('a cell with both coordinates', () => {
  it.each([
    ['47.244806, 26.72475', '47.244806', '26.72475'],
    ['47.244806,26.72475', '47.244806', '26.72475'],
    ['47.244806 26.72475', '47.244806', '26.72475'],
    ['47,244806; 26,72475', '47,244806', '26,72475'],
    ['47,244806 26,72475', '47,244806', '26,72475'],
    ['47,244806, 26,72475', '47,244806', '26,72475'],
    ['47,244806,26,72475', '47,244806', '26,72475'],
    ['47.244806;26.72475', '47.244806', '26.72475'],
    ['47.244806 / 26.72475', '47.244806', '26.72475'],
    ['(47.244806, 26.72475)', '47.244806', '26.72475'],
    ['47.244806° N, 26.72475° E', '47.244806', '26.72475'],
    ['47,26', '47', '26'],
  ])('%j is %s and %s', (cell, lat, lng) => {
    expect([coordinateOf('lat', cell), coordinateOf('lng', cell)]).toEqual([lat, lng]);
  });

  it.each(['', '47.244806', 'lângă școală', '47.1, 26.2, 3', '47,244806,26'])(
    '%j stays as it is, to be refused',
    (cell) => {
      expect(coordinateOf('lat', cell)).toBe(cell);
    },
  );
});

describe('a column of points', () => {
  const placed = (['containers', 'containerGroups', 'buildings'] as const).flatMap((kind) =>
    ['Coordonate', 'Coordonate GPS', 'coordinates', 'Lat, Long'].map((header) => [kind, header] as const),
  );

  it.each(placed)('of %s is recognised as both coordinates (%s)', (kind, header) => {
    expect(importForms[kind].guessMapping(['Serie', header])).toMatchObject({ lat: header, lng: header });
  });

  it.each(placed)('of %s is none beside a column for one of them (%s)', (kind, header) => {
    expect(importForms[kind].guessMapping([header, 'Lat', 'Lng'])).toMatchObject({ lat: 'Lat', lng: 'Lng' });
  });

  it('is none where nothing has a place', () => {
    expect(importForms.cards.guessMapping(['Serie', 'Coordonate'])).toEqual({ serialNumber: 'Serie' });
  });
});
