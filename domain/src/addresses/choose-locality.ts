import type { KnownGisNode, LocalityIndex, StatedLocality } from './locality-index.ts';
import { localityKeys } from './locality-key.ts';

/**
 * Which node of the address tree a list means, and how that is known: what it says leads there (`said`); it says no county, and the name
 * is the only one of the country (`inCountry`); it says too little, and the org's own locality or county decides (`own`).
 */
export type LocalityChoice =
  | { readonly how: 'said' | 'inCountry' | 'own'; readonly node: KnownGisNode }
  | { readonly how: 'several'; readonly candidates: readonly KnownGisNode[] }
  | { readonly how: 'unknown' | 'unsaid' };

/**
 * Chooses the node that is meant, and none where there is a choice that nothing decides.
 *
 * @param own - where the org lies, which stands for what the list does not say; a whole county says no locality.
 */
export function chooseLocality(
  index: LocalityIndex,
  stated: StatedLocality,
  own: KnownGisNode | undefined,
): LocalityChoice {
  if (stated.locality === '' && stated.uat === '') {
    return ownLocality(index, stated, own) ?? { how: 'unsaid' };
  }
  const candidates = index.find(stated);
  const [first, ...others] = candidates;
  if (first === undefined) {
    return { how: 'unknown' };
  }
  if (others.length === 0) {
    return { how: stated.county === '' ? 'inCountry' : 'said', node: first };
  }
  const near = own && nearest(index, stated, own);
  return near ? { how: 'own', node: near } : { how: 'several', candidates };
}

function ownLocality(
  index: LocalityIndex,
  { county }: StatedLocality,
  own: KnownGisNode | undefined,
): LocalityChoice | undefined {
  const isElsewhere = county !== '' && own !== undefined && !isCalled(own.county, county);
  if (own === undefined || own.kind === 'county' || isElsewhere) {
    return undefined;
  }
  // A town is its own UAT: blocks stand in the locality of that name, where there is one.
  const seat = own.kind === 'loc' ? [own] : index.find({ county: own.county, uat: own.name, locality: own.name });
  return { how: 'own', node: seat.length === 1 && seat[0] ? seat[0] : own };
}

/** The one of that name in the org's own UAT, or else in its county. */
function nearest(index: LocalityIndex, stated: StatedLocality, own: KnownGisNode): KnownGisNode | undefined {
  const uat = own.kind === 'uat' ? own.name : own.uat;
  const county = own.kind === 'county' ? own.name : own.county;
  const isOwnCounty = stated.county === '' || isCalled(county, stated.county);
  const wider = [
    ...(stated.uat === '' && uat !== '' && isOwnCounty ? [{ ...stated, county, uat }] : []),
    ...(stated.county === '' ? [{ ...stated, county }] : []),
  ];
  for (const each of wider) {
    const found = index.find(each);
    if (found.length > 0) {
      return found.length === 1 ? found[0] : undefined;
    }
  }
  return undefined;
}

/** Whether a list may mean what is called so. */
export const isCalled = (name: string, stated: string): boolean => {
  const keys = localityKeys(stated);
  return localityKeys(name).some((key) => keys.includes(key));
};
