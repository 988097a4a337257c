import i18next from 'i18next';
import { lazy } from 'react';

/** What a resident sees of the own apartment, with its texts; loaded by those who are residents. */
export const ResidentHome = lazy(async () => {
  const [{ OwnApartments }] = await Promise.all([
    import('./OwnApartments.tsx'),
    i18next.loadNamespaces(['resident', 'cards']),
  ]);
  return { default: OwnApartments };
});
