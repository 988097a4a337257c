/**
 * What people write for the pieces of our addresses, in Romanian and English: what menus and screens call them, as an address would have it.
 * The pieces themselves go without saying.
 */
export const addressWords: Readonly<Record<string, readonly string[]>> = {
  home: ['panou-de-control', 'acasa', 'dashboard'],
  settings: ['setari'],
  register: ['registru', 'registrul-activitatilor-de-prelucrare', 'record-of-processing'],
  assessment: ['evaluare', 'evaluarea-impactului', 'impact-assessment'],
  help: ['ajutor'],
  'access-groups': ['grupuri-de-acces'],
  'container-groups': ['grupuri-de-containere', 'platforme'],
  containers: ['containere'],
  'tower-blocks': ['blocuri'],
  // There is no list of apartments; entrances list theirs.
  entrances: ['scari', 'apartments', 'apartamente'],
  apartments: ['apartamente'],
  managers: ['administratori', 'administratori-de-bloc'],
  card: ['carduri', 'cards'],
  orgs: ['organizatii', 'organisations', 'organizations'],
  accounts: ['conturi'],
  reports: ['rapoarte'],
  import: ['importuri', 'imports'],
  create: ['adauga', 'nou', 'add', 'new'],
  incidents: ['incidente'],
  status: ['stare', 'starea-containerelor', 'container-status'],
  'status-update': ['actualizare-stare', 'actualizarea-starii'],
  route: ['traseu', 'traseul-de-azi', 'today-s-route'],
  requests: ['cereri', 'cereri-de-carduri', 'card-requests'],
};
