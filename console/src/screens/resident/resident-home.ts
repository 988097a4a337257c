import i18next from 'i18next';
import { part } from '../../loading/part.ts';

/** What a resident sees of the own apartment, with its texts; loaded by those who are residents. */
export const ResidentHome = part(async () => {
  const [{ OwnApartments }] = await Promise.all([
    import('./OwnApartments.tsx'),
    i18next.loadNamespaces(['resident', 'cards']),
  ]);
  return OwnApartments;
});
