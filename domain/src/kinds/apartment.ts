import type { IdNumberKind } from '../codes/id-number.ts';
import { occupierKinds, type OccupierKind } from '../vocabulary.ts';
import { entrance } from './entrance.ts';
import { formatted, oneOf, reference, text } from './field.ts';
import { declareKind } from './kind.ts';

/** An apartment, with what may be known of who occupies it, which a manager may change and nothing else. */
export const apartment = declareKind({
  name: 'apartment',
  address: '/apartments',
  owner: 'record',
  called: 'label',
  searched: 'Words of the address; case and diacritics do not matter.',
  fields: {
    entranceId: reference(entrance, { required: true, filtered: true, listed: false }),
    addrAp: text(20, { required: true, sorted: 'key' }),
    occupierKind: oneOf('OccupierKind', occupierKinds, {
      begins: 'unknown',
      sorted: 'column',
      filtered: true,
      needs: 'apartment:readOccupierKind',
      imported: [
        'felul ocupantului',
        'fel ocupant',
        'kind of occupier',
        'tip ocupant',
        'tip persoana',
        'tip',
        'occupier kind',
      ],
    }),
    // Occupiers without a name come first, ascending.
    occupierName: text(120, {
      nullable: true,
      sorted: 'key',
      needs: 'apartment:readOccupier',
      about: 'Family name, or the name of the company.',
      imported: [
        'nume',
        'name',
        'nume ocupant',
        'ocupant',
        'titular',
        'proprietar',
        'denumire',
        'occupier name',
        'occupier',
      ],
    }),
    occupierFirstName: text(120, {
      nullable: true,
      sorted: 'key',
      needs: 'apartment:readOccupier',
      imported: ['prenume', 'prenume ocupant', 'first name', 'occupier first name'],
    }),
    occupierIdNumber: formatted('idNumber', {
      column: 'occupier_id_number_mask',
      nullable: true,
      listed: false,
      needs: 'apartment:readOccupier',
      about: 'Masked: `1••••••••••23`.',
      aboutInput: 'In the clear; it is stored encrypted and never shown again like this.',
      stored: false,
      imported: [
        'cnp',
        'cnp sau cui',
        'id number',
        'cui',
        'cif',
        'cnp cui',
        'cnp cif',
        'cod numeric personal',
        'occupier id number',
      ],
    }),
  },
});

/** Whether an occupier of this kind may have an ID number of that kind: people a CNP, companies a CUI. */
export function fitsOccupier(occupierKind: OccupierKind, idKind: IdNumberKind): boolean {
  const only: Readonly<Record<OccupierKind, IdNumberKind | null>> = {
    domestic: 'cnp',
    business: 'cui',
    unknown: null,
    unoccupied: null,
  };
  return only[occupierKind] === null || only[occupierKind] === idKind;
}

/**
 * Whether what has to be known of an occupier is known (domain.md, "Reports": a valid apartment): the kind, and of people and
 * companies the name and the ID number.
 *
 * @param occupier - `occupierIdNumber` may be the masked one: only whether there is one counts.
 */
export function isOccupierComplete(occupier: {
  readonly occupierKind: OccupierKind;
  readonly occupierName?: string | null | undefined;
  readonly occupierIdNumber?: string | null | undefined;
}): boolean {
  const { occupierKind, occupierName, occupierIdNumber } = occupier;
  return (
    occupierKind === 'unoccupied' || (occupierKind !== 'unknown' && Boolean(occupierName) && Boolean(occupierIdNumber))
  );
}
