/** Words of street names that lists write in many ways, folded (`foldSpelling`), by what they stand for. */

const spelled = (table: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(table).flatMap(([word, others]) =>
      [word, ...others.split(' ')].map((each) => [each, word] as const),
    ),
  );

/** What a thoroughfare is. Where none is said it may be any. */
export const streetTypes = spelled({
  strada: 'str strad',
  bulevardul: 'bd bdul bld bldul blvd bvd bul bulevard bulevardu',
  aleea: 'al ale alee',
  calea: 'cal cale',
  soseaua: 'sos sosea sose',
  piata: 'pta piateta',
  intrarea: 'intr int intrare',
  fundatura: 'fund fdt fundac fundacul',
  splaiul: 'spl splai',
  drumul: 'drum',
  prelungirea: 'prel prelungire',
  pasajul: 'pas pasaj',
  stradela: 'strd strdl',
  trecatoarea: 'trec trecatoare',
  esplanada: 'espl',
  cartierul: 'cart cartier',
  zona: 'zonal',
  parcul: 'parc',
  micro: 'microraion microraionul',
});

/** The same as they are written in an address, where that is more than a capital letter. */
export const writtenTypes: ReadonlyMap<string, string> = new Map([
  ['soseaua', 'Șoseaua'],
  ['piata', 'Piața'],
  ['fundatura', 'Fundătura'],
  ['trecatoarea', 'Trecătoarea'],
]);

/** What somebody was: it stands before or after the name, or is left out. */
export const titles = spelled({
  doctor: 'dr doct',
  general: 'gral gen gl gnrl generalul',
  colonel: 'col colonelul',
  locotenent: 'lt locot locotenentul',
  sublocotenent: 'slt sublt',
  capitan: 'cpt cap capt capitanul',
  maior: 'mr maiorul',
  plutonier: 'plt plut',
  sergent: 'serg sg sgt sergentul',
  caporal: 'cprl',
  soldat: 'sold soldatul',
  fruntas: 'frt',
  maresal: 'mares maresalul',
  amiral: 'am amiralul',
  aviator: 'av aviatorul',
  erou: 'eroul er',
  sfânt: 'sf sfantul sfântul sfant sfint sfintul sfanta sfânta sfinta sfantu sfântu sfintu',
  inginer: 'ing',
  arhitect: 'arh',
  profesor: 'prof',
  academician: 'acad',
  poet: 'poetul',
  scriitor: 'scriitorul',
  pictor: 'pictorul',
  sculptor: 'sculptorul',
  compozitor: 'comp compozitorul',
  actor: 'actorul',
  preot: 'pr preotul',
  domnitor: 'domnitorul',
  voievod: 'vv voievodul',
  mitropolit: 'mitropolitul',
  episcop: 'episcopul',
  patriarh: 'patriarhul',
  comandor: 'comandorul',
  ziarist: 'ziaristul',
  cronicar: 'cronicarul',
});

/** Given names that have two forms, or are shortened by more than leaving out their ends. */
export const givenNames = spelled({
  gheorghe: 'gh gheorghie george',
  constantin: 'ctin ct',
  dumitru: 'dtru',
  ioan: 'ion',
});

/** Words that a name has or has not: *Ștefan (cel) Mare*. */
export const particles: ReadonlySet<string> = new Set(['de', 'cel', 'din', 'lui', 'si', 'la']);
