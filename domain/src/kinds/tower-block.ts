import { nodeReference, text } from './field.ts';
import { declareKind } from './kind.ts';
import { location } from './location.ts';

/** A building at street, number and block, which only imports write. */
export const towerBlock = declareKind({
  name: 'towerBlock',
  address: '/tower-blocks',
  owner: 'org',
  called: 'label',
  searched: 'Words of the address; case and diacritics do not matter.',
  fields: {
    ...location,
    addrNr: text(120, { sorted: 'key' }),
    locality: text(120, {}),
    county: text(60, { listed: false }),
    gisNodeId: nodeReference({ nullable: true, listed: false }),
    sourceRef: text(80, { nullable: true, listed: false, about: 'Its id in the list it was imported from.' }),
  },
});
