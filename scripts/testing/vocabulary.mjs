/**
 * One word for each concept, everywhere: screens, reports, mails, letters, the resident's page. Texts are held to it by
 * `scripts/vocabulary.test.mjs`: whatever says `en` in English says `ro` in Romanian, and what was said beside it is said nowhere.
 * `not` is what must not be said for it in Romanian, a pattern, case aside; forms that also mean something else are left out. The screens
 * named in `exceptIn` may: the lock network's own say what the protocol says.
 */
export const vocabulary = [
  { en: 'full use', ro: 'depunere', not: /utiliz(are|ări) complet/ },
  { en: 'no use', ro: 'deschidere fără depunere', not: /fără utilizare|deschis fără depunere/ },
  { en: 'open after use', ro: 'rămas deschis după depunere', not: /după utilizare/ },
  { en: 'duplicate detected', ro: 'serie dublată', not: /duplicat/ },
  { en: 'active', ro: 'activ', not: /^normal$/ },
  { en: 'paper/cardboard', ro: 'hârtie și carton', not: /hârtie\/carton/ },
  { en: 'unoccupied', ro: 'nelocuit', not: /neocupat/ },
  { en: 'drum', ro: 'tambur', not: /\bcuv(ă|ei|e)\b/ },
  { en: 'by card', ro: 'cu card', not: /\bcontrolat/ },
  { en: 'open', ro: 'acces liber', not: /\bcontainerele libere|: deschis$/ },
  {
    en: 'card handed out',
    ro: 'card predat',
    not: /\baloc(at|ă|ați|are)|\batribui|cardurile le dă|\bfost dat(e|ă)?\b|poate da\b/,
  },
  { en: 'Claim codes', ro: 'Coduri de revendicare', not: /cod(uri)? pentru locatari/ },
  { en: 'failed', ro: 'nereușită', not: /eșuat/ },
  { en: 'Apply', ro: 'Aplică', not: /^(se )?import(at|ă…)$/ },
  { en: 'lock', ro: 'încuietoare', not: /\bcontroler|(?<!-)\bgateway/, exceptIn: ['playground'] },
  { en: 'silent', ro: 'fără semnal', not: /\btac(e|ut|ute)?\b|\btăcut/ },
  { en: 'reports user', ro: 'utilizator rapoarte', not: /raportor/ },
  { en: 'Metrics', ro: 'Indicatori', not: /\bmăsur(i|ile|a desenată)\b/ },
  // But for the sheet about a file, which says beside it why.
  { en: 'Litres (estimate)', ro: 'Litri (estimare)', not: /^litri$/, exceptIn: ['files'] },
  { en: '% of litres (estimate)', ro: '% din litri (estimare)', not: /^din litri/ },
  { en: '% failed', ro: '% nereușite', not: /din încercări$/ },
  { en: 'Unclear messages', ro: 'Mesaje neclare', not: /puse? deoparte/ },
  { en: 'Manager', ro: 'Administrator de bloc', not: /^administratorul$|fără administrator$/ },
  { en: 'Previous apartment', ro: 'Apartamentul anterior', not: /\bdinainte\b/ },
  { en: 'deleted on {{day}}', ro: 'se șterge la {{day}}', not: /se uită/ },
  { en: 'My version', ro: 'Varianta mea', not: /^al tău/ },
  { en: 'Their version', ro: 'Varianta lor', not: /^al lor/ },
  { en: 'What you had written is back', ro: 'Am recuperat ce ați scris', not: /readus|scriseser/ },
  { en: 'by {{groupings}}', ro: 'după {{groupings}}', not: /grupat după \{/ },
  { en: 'one by one', ro: 'câte una pe rând', not: /(?<!câte )una pe rând/ },
];

/** Romanian that is said of several concepts, each of which has its own English. */
export const severalConcepts = [
  'Bloc', // a tower block, and the number of one in an address
  'Cod', // what is written on a card, and what an app makes for the second step of signing in
  'Nume', // of anything, and a family name
  'oprită', // a rule that looks for nothing now, and a job that was ended
  'Română', // the name of the language, and its name for itself
];

/** What is said in English beside the names of docs/glossary.md that nobody is to read. */
export const englishAvoided = [
  { not: /administrators? of the building|building administrator/, instead: 'property administrator' },
  { not: /\borgs?\b/, instead: 'organisation' },
];

/**
 * Words of the lock network and of programs (docs/glossary.md), which nobody who works with bins and cards knows. What a clerk reads says
 * it otherwise, or not at all.
 */
export const technicalWords =
  /\b(gateway|firmware|rssi|mqtt|webhooks?|payload|oauth|endpoint|json|uuid|checksum|snapshot|rollup|token|timeout|backend|broker|proxy)\b/i;

/** Texts that have them on purpose, by how their paths begin. */
export const technicalTexts = [
  'playground:', // tries the lock network's own protocol
  'orgs:gateways.', // where root binds the lock network's account
  'common:failure.Server', // to be passed on to who cares for the network
];

/** Articled labels: a label is a bare noun (*Nume*, *Bloc*, *Fel*). */
export const articledLabels =
  /^(Numele|Blocul|Felul|Scara|Apartamentul|Cardul|Containerul|Organizația( implicită)?|Grupul de (acces|containere)|Strada|Numărul( de serie)?|Județul|Localitatea|Latitudinea|Longitudinea|Starea|Nivelul|Valoarea|Seria|Fișierul|Fracția|Modul de acces|Cardul nou|Codul (tipărit|superior)|Lista de carduri|Temeiul legal|Data și ora|Adresa poștală)$/;
