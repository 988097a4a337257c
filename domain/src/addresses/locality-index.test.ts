import { describe, expect, it } from 'vitest';
import { LocalityIndex } from './locality-index.ts';

const node = (id: string, kind: 'county' | 'uat' | 'loc', name: string, county = '', uat = '') => ({
  id,
  kind,
  name,
  county,
  uat,
});
const nodes = new LocalityIndex([
  node('IS', 'county', 'Iași'),
  node('p', 'uat', 'Pașcani', 'Iași'),
  node('pl', 'loc', 'Pașcani', 'Iași', 'Pașcani'),
  node('h', 'loc', 'Hârșova', 'Constanța', 'Hârșova'),
  node('v1', 'loc', 'Valea Seacă', 'Iași', 'Valea Seacă'),
  node('v2', 'loc', 'Valea Seacă', 'Iași', 'Țibănești'),
  node('s3', 'loc', 'Sectorul 3', 'București', 'Sectorul 3'),
  node('u', 'uat', 'Lespezi', 'Iași'),
  node('tm', 'loc', 'Târgu Mureș', 'Mureș', 'Târgu Mureș'),
  node('sg', 'loc', 'Sfântu Gheorghe', 'Covasna', 'Sfântu Gheorghe'),
  node('dts', 'loc', 'Drobeta-Turnu Severin', 'Mehedinți', 'Drobeta-Turnu Severin'),
]);
const match = (county: string, locality: string, uat = '') => nodes.match({ county, uat, locality });

describe('a node of a list', () => {
  it.each([
    ['Iași', 'Pașcani', '', 'pl'],
    ['JUD. IASI', 'Mun. PASCANI', '', 'pl'],
    ['Constanta', 'Oraș Hîrșova', '', 'h'],
    ['Constanta', 'HIRSOVA', '', 'h'],
    ['Bucuresti', 'Sector 3', '', 's3'],
    ['Iași', 'Valea Seaca', 'Com. Țibănești', 'v2'],
    ['Iași', '', 'Com. Lespezi', 'u'],
    ['Bucuresti', 'SECTOR3', '', 's3'],
    ['Bucuresti', 'Sect. 3', '', 's3'],
    ['Mureș', 'Tg. Mureș', '', 'tm'],
    ['Covasna', 'Mun. Sf.Gheorghe', '', 'sg'],
    ['Mehedinti', 'DR. TR. SEVERIN', '', 'dts'],
  ])('%s, %s (%s) is found', (county, locality, uat, id) => {
    expect(match(county, locality, uat)).toEqual({ outcome: 'same', score: 1, id });
  });

  it('is only probable where the county is not said, or a letter slipped', () => {
    expect(match('', 'Pașcani')).toMatchObject({ outcome: 'probably', id: 'pl' });
    expect(match('Iași', 'Pascami')).toMatchObject({ outcome: 'probably', id: 'pl' });
  });

  it('is nobody’s where several have the name, and where none has it', () => {
    expect(match('Iași', 'Valea Seacă')).toMatchObject({ outcome: 'new', id: null });
    expect(match('Iași', 'Cluj-Napoca')).toMatchObject({ outcome: 'new', id: null });
  });
});
