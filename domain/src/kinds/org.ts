import * as z from 'zod/mini';
import { boolean, special, text } from './field.ts';
import { createInput, declareKind, updateInput } from './kind.ts';

/** In which a new org counts days and hours unless told otherwise (domain.md, "Reports"). */
export const defaultTimeZone = 'Europe/Bucharest';

/** The zones an org may have: those known by one name everywhere, not offsets, which PostgreSQL reads the other way round. */
export const timeZones: readonly string[] = Intl.supportedValuesOf('timeZone');

const timeZone = z
  .string('form.required')
  .check(z.refine((zone) => timeZones.includes(zone), { error: 'form.unknownTimeZone' }));

export const org = declareKind({
  name: 'org',
  owner: 'none',
  searched: 'Words of the name and address; case and diacritics do not matter.',
  fields: {
    name: text(120, { required: true, sorted: 'key' }),
    addr: text(200, {}),
    enabled: boolean({
      laterOnly: true,
      sorted: 'column',
      filtered: true,
      about: 'Members of a disabled org cannot work; its containers go on.',
    }),
    timeZone: special(timeZone, {
      begins: defaultTimeZone,
      listed: false,
      about: 'IANA zone in which its reports count days and hours.',
    }),
  },
});

export const createOrgInput = createInput(org);
export const updateOrgInput = updateInput(org);
