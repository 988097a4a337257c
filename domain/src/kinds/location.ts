import { float, text } from './field.ts';

/** A street address and a point in WGS 84 degrees, for what stands outdoors; every part may be left out. */
export const location = {
  addrStreet: text(120, { sorted: 'key' }),
  addrNr: text(40, { sorted: 'key' }),
  addrBl: text(60, { sorted: 'key' }),
  lat: float(-90, 90, { nullable: true, listed: false, aboutInput: 'Both lat and lng, or neither.' }),
  lng: float(-180, 180, { nullable: true, listed: false, aboutInput: 'Both lat and lng, or neither.' }),
} as const;

/** The same, of kinds whose addresses files state in the very columns that are kept. */
export const importedLocation = {
  ...location,
  addrStreet: { ...location.addrStreet, imported: ['strada', 'str', 'adresa', 'street', 'address'] },
  addrNr: {
    ...location.addrNr,
    imported: [
      'numarul strazii',
      'nr strada',
      'nr strazii',
      'nr',
      'numar',
      'numarul',
      'street number',
      'house number',
      'number',
    ],
  },
  addrBl: { ...location.addrBl, imported: ['bloc', 'blocul', 'bl', 'block no', 'block'] },
  lat: { ...location.lat, imported: ['lat', 'latitudine', 'latitude'] },
  lng: { ...location.lng, imported: ['lng', 'lon', 'long', 'longitudine', 'longitude'] },
} as const;
