import type { AddressPart } from './address.ts';

/** The words of a part, and what has to follow so that they are not a piece of a name (`Str. Tr. Lalescu`). */
export interface Marker {
  readonly part: AddressPart;
  readonly words: string;
  readonly next: string;
  readonly value: RegExp;
}

// All patterns are for folded text (`FoldedText`): small letters without diacritics.
const end = '(?![a-z0-9])';
const houseNumber = `\\d{1,4}(?: ?[a-z]${end})?[a-z]?(?: ?bis(?![a-z]))?`;
const houseNumbers = `${houseNumber}(?: ?[-–÷/+&] ?(?:${houseNumber}|[a-z]${end}))*${end}`;
const noNumber = `f\\.? ?(?:n|nr)${end}\\.?|fara numar`;
const short = '(?:[a-z]{1,3}\\d{0,4}[a-z]?|\\d{1,4}[a-z]{0,2})';
/** One designation or several: `A+B`, `1-3`, `43/B`. */
const designation = `${short}(?: ?[-–÷/+&.] ?${short})*${end}`;
/** Blocks have names too: `Romarta`, `Turn 2`, `A Est`, `6 bis`, `D 12`. */
const blockWord = '(?:[a-z0-9]*\\d[a-z0-9]*|[a-z]+)';
const besideBlock = `(?: (?:[a-z]|[ivx]{1,4}|\\d{1,3}[a-z]?|bis|est|vest|nord|sud)${end})?`;
const blockName = `[a-z]{4,} [a-z]{3,}$|${blockWord}(?: ?[-–÷/+&.] ?${blockWord})*${besideBlock}`;
const storey = '\\d{1,2}|p(?:arter)?|d(?:emisol)?|m(?:ezanin|ansarda)?|s(?:ubsol)?';
const areaName = "[a-z][a-z .'’-]*";

const whole = (pattern: string) => new RegExp(`^(?:${pattern})`);

const anywhere: readonly Marker[] = [
  { part: 'number', words: 'numarul|numar|nr|no', next: '\\d|f\\.? ?n', value: whole(`${houseNumbers}|${noNumber}`) },
  { part: 'block', words: 'blocul|bloc|bl', next: '["„”\']?[a-z0-9]', value: whole(`["„”']?(?:${blockName})["„”']?`) },
  { part: 'entrance', words: 'scara|sc', next: `${short}${end}`, value: whole(designation) },
  {
    part: 'entrance',
    words: 'tronsonul|tronson|trons|tr',
    next: '(?:[ivx]{1,4}|\\d{1,2}[a-z]?|[a-z])(?![a-z0-9.])(?! *[a-z]{4})',
    value: whole(designation),
  },
  { part: 'floor', words: 'etajul|etaj|et', next: `(?:${storey})${end}`, value: whole(storey) },
  {
    part: 'apartment',
    words: 'apartamentul|apartament|apart|apt|ap',
    // Of the ground floor (P1), lettered (A12), by stairs (II/3); an apostle has a longer name.
    next: `\\d|[a-z](?![a-z0-9.])|(?:[a-z]{1,2}\\d{1,3}|[ivx]{2,4})${end}`,
    value: whole(designation),
  },
  { part: 'postalCode', words: 'codul postal|cod postal|c\\.? ?p', next: '\\d{6}(?!\\d)', value: /^\d{6}/ },
  { part: 'county', words: 'judetul|judet|jud', next: '[a-z]', value: whole(areaName) },
  { part: 'locality', words: 'sectorul|sector|sect', next: '[1-6](?!\\d)', value: /^[1-6]/ },
];

/** These are pieces of names as well: only at the beginning of a piece, or with a full stop, do they say what follows. */
const areas: readonly Marker[] = [
  { part: 'uat', words: 'municipiul|mun|orasul|oras|comuna|com', next: '[a-z]', value: whole(areaName) },
  { part: 'locality', words: 'localitatea|loc|satul|sat', next: '[a-z]', value: whole(areaName) },
];

/** What the groups of `marked` are, in their order. */
export const markers: readonly Marker[] = [...anywhere, ...areas, ...areas];

const after = {
  // A bare word before a digit (`bl3`), but not behind a full stop: `bl.Bl0` is a block called Bl0.
  any: '(?: ?[.:] ?| |(?<!bl\\. ?[a-z]+)(?=\\d))',
  stop: ' ?\\. ?',
  begin: '(?: ?: ?| )',
};
const source = (list: readonly Marker[], from: number, apart: string) =>
  list.map(({ words, next }, index) => `(?<m${from + index}>${words})${apart}(?=${next})`).join('|');

/** Each word of a text that says what follows it. */
export const marked = new RegExp(
  `(?<![a-z])(?=[a-fj-t])(?:${source(anywhere, 0, after.any)}|${source(areas, anywhere.length, after.stop)})|^(?:${source(
    areas,
    anywhere.length + areas.length,
    after.begin,
  )})`,
  'g',
);

const streetWords =
  'str(?:ada|adela)?|b-?d(?:ul)?|b(?:ou|u)levardul|bul|bl?vd|al(?=\\.)|alee?a|calea|cal(?=\\.)|sos(?:eaua)?|intr(?:area)?|piata|p-?ta|spl(?:aiul)?|fundatura|fundac(?:ul)?|fdt|drumul|pasaj(?:ul)?|prel(?:ungirea)?|ulita|cart(?:ier(?:ul)?)?|esplanada|trecatoarea|scuarul';

/** Where a street begins within a text. */
export const streetBegins = new RegExp(`(?<![a-z0-9-])(?:${streetWords})(?: ?\\. ?| )(?=[a-z0-9])`);
/** Whether a text begins as streets do. */
export const isStreet = new RegExp(`^(?:${streetWords})(?![a-z])`);

export const onlyNumber = new RegExp(`^(?:${houseNumbers})$`);
export const onlyWithout = new RegExp(`^(?:${noNumber})$`);
export const onlyStorey = /^(?:parter|demisol|mezanin|mansarda|subsol)$/;
export const onlyPostalCode = /^\d{6}$/;
/** A block that no word announces: `H9`, `OD16`. */
export const onlyBlock = /^[a-z]{1,2}\d{1,3}[a-z]?$/;
/** A number at the end of a street. */
export const trailingNumber = new RegExp(` (?:${houseNumbers}|${noNumber})$`);
/** `1 Decembrie 1918` is a name, and its year no number of a house. */
export const endsInYear =
  /(?:ianuarie|februarie|martie|aprilie|mai|iunie|iulie|august|septembrie|octombrie|noiembrie|decembrie) (?:1[89]|20)\d\d$/;
/** A body of a building, which keeps its word. */
export const body = new RegExp(
  `(?<![a-z])(?:corp(?:ul)?|camin(?:ul)?)(?: ?\\. ?| )(?:central|[a-z0-9]{1,3}(?: ?[-–+&] ?[a-z0-9]{1,3})*)${end}`,
);
/** What belongs to the name before a comma: `Foch, mareșal`, `Horia, Cloșca și Crișan`. */
export const restOfName = /^[a-z .]+$| si /;
