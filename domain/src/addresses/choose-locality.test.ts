import { describe, expect, it } from 'vitest';
import { chooseLocality } from './choose-locality.ts';
import { LocalityIndex, type KnownGisNode } from './locality-index.ts';

const uat = (id: string, name: string, county: string): KnownGisNode => ({ id, kind: 'uat', name, county, uat: '' });
const loc = (id: string, name: string, of: KnownGisNode): KnownGisNode => ({
  id,
  kind: 'loc',
  name,
  county: of.county,
  uat: of.name,
});

const pascani = uat('pascani', 'Pașcani', 'Iași');
const lespezi = uat('lespezi', 'Lespezi', 'Iași');
const campina = uat('campina', 'Câmpina', 'Prahova');
const [town, ownLunca] = [loc('town', 'Pașcani', pascani), loc('own-lunca', 'Lunca', pascani)];
const otherLunca = loc('other-lunca', 'Lunca', lespezi);
const [farLunca, spa] = [loc('far-lunca', 'Lunca', campina), loc('spa', 'Câmpina', campina)];
const heci = loc('heci', 'Heci', lespezi);
const index = new LocalityIndex([pascani, lespezi, campina, town, ownLunca, otherLunca, farLunca, spa, heci]);

const said = (locality: string, { county = '', uat: of = '' } = {}) => ({ county, uat: of, locality });

describe('the locality that a list means', () => {
  it.each([
    ['a county and a name', said('Mun. PASCANI', { county: 'jud. Iasi' }), town],
    ['a UAT that tells two of a name apart', said('Lunca', { county: 'Iași', uat: 'Com. Lespezi' }), otherLunca],
    ['a name without diacritics, in the spelling of before', said('CIMPINA', { county: 'PRAHOVA' }), spa],
    ['a UAT alone', said('', { county: 'Iași', uat: 'Orașul Pașcani' }), town],
  ])('is said by %s', (_what, stated, node) => {
    expect(chooseLocality(index, stated, undefined)).toEqual({ how: 'said', node });
  });

  it('is the only one of the country that is called so', () => {
    expect(chooseLocality(index, said('Heci'), undefined)).toEqual({ how: 'inCountry', node: heci });
  });

  it('is left to a person where several are called so', () => {
    expect(chooseLocality(index, said('Lunca', { county: 'Iași' }), undefined)).toEqual({
      how: 'several',
      candidates: [ownLunca, otherLunca],
    });
    expect(chooseLocality(index, said('Lunca'), undefined)).toMatchObject({
      candidates: [ownLunca, otherLunca, farLunca],
    });
  });

  it('is the org’s own where the list says nothing, or no more than its county', () => {
    expect(chooseLocality(index, said(''), pascani)).toEqual({ how: 'own', node: town });
    expect(chooseLocality(index, said('', { county: 'IASI' }), ownLunca)).toEqual({ how: 'own', node: ownLunca });
    expect(chooseLocality(index, said('', { county: 'Prahova' }), pascani)).toEqual({ how: 'unsaid' });
    expect(chooseLocality(index, said(''), undefined)).toEqual({ how: 'unsaid' });
  });

  it('is that of the org’s own UAT or county where several are called so', () => {
    expect(chooseLocality(index, said('Lunca'), pascani)).toEqual({ how: 'own', node: ownLunca });
    expect(chooseLocality(index, said('Lunca'), spa)).toEqual({ how: 'own', node: farLunca });
    expect(chooseLocality(index, said('Lunca', { county: 'Iași' }), spa)).toMatchObject({ how: 'several' });
  });

  it('is none that the tree has not', () => {
    expect(chooseLocality(index, said('Roman', { county: 'Iași' }), pascani)).toEqual({ how: 'unknown' });
  });
});
