/** What an occupier is known by to the state: CNP for people, CUI for companies. */
export const idNumberKinds = ['cnp', 'cui'] as const;
export type IdNumberKind = (typeof idNumberKinds)[number];

/** Digits of a CNP. */
export const cnpLength = 13;
/** The fewest and most digits of a CUI. */
const cuiLengths = { min: 2, max: 10 } as const;

const cnpWeights = [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9];
const cuiWeights = [7, 5, 3, 2, 1, 7, 5, 3, 2];

/** Centuries that the first digit of a CNP stands for; 7 to 9 (foreigners) tell sex only. */
const centuries: Readonly<Record<string, readonly number[]>> = {
  1: [1900],
  2: [1900],
  3: [1800],
  4: [1800],
  5: [2000],
  6: [2000],
  7: [1900, 2000],
  8: [1900, 2000],
  9: [1900, 2000],
};

/** The number as it is stored: digits alone, without spaces, dashes or the `RO` of companies that pay VAT. */
export const cleanIdNumber = (text: string): string =>
  text
    .toUpperCase()
    .replaceAll(/[\s.-]/g, '')
    .replace(/^RO/, '');

const weigh = (digits: string, weights: readonly number[]) =>
  weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0);

/**
 * Whether `text` is a personal number (*cod numeric personal*, Law 105/1996): 13 digits, a real date of birth, and a check
 * digit that holds (weights 279146358279, modulo 11, 10 written as 1). County codes are not checked: new ones are added.
 */
export function isCnp(text: string): boolean {
  if (!/^[1-9]\d{12}$/.test(text)) {
    return false;
  }
  const remainder = weigh(text, cnpWeights) % 11;
  const check = remainder === 10 ? 1 : remainder;
  return check === Number(text[12]) && isBirthDate(text);
}

function isBirthDate(cnp: string): boolean {
  const [year, month, day] = [cnp.slice(1, 3), cnp.slice(3, 5), cnp.slice(5, 7)].map(Number) as [
    number,
    number,
    number,
  ];
  return (centuries[cnp.charAt(0)] ?? []).some((century) => {
    const date = new Date(Date.UTC(century + year, month - 1, day));
    return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  });
}

/**
 * Whether `text` is a company's number (*cod unic de înregistrare*): 2 to 10 digits without leading zero, and a check digit
 * that holds (weights 753217532 from the right end, times 10, modulo 11, 10 written as 0).
 */
export function isCui(text: string): boolean {
  if (!/^[1-9]\d{1,9}$/.test(text)) {
    return false;
  }
  const body = text.slice(0, -1).padStart(cuiLengths.max - 1, '0');
  const check = ((weigh(body, cuiWeights) * 10) % 11) % 10;
  return check === Number(text.at(-1));
}

/** What a cleaned number is; undefined when neither check holds. The lengths differ, so it is never both. */
export function idNumberKind(cleaned: string): IdNumberKind | undefined {
  if (isCnp(cleaned)) {
    return 'cnp';
  }
  return isCui(cleaned) ? 'cui' : undefined;
}

const shown = { first: 1, last: 2 } as const;

/** Numbers shorter than this are masked whole: three of their digits would give them away. */
const minPartlyShown = 6;

/**
 * The number as screens, exports and reports carry it, of equal length: `1••••••••••23`.
 *
 * @param cleaned - digits alone.
 */
export function maskIdNumber(cleaned: string): string {
  if (cleaned.length < minPartlyShown) {
    return '•'.repeat(cleaned.length);
  }
  const hidden = cleaned.length - shown.first - shown.last;
  return `${cleaned.slice(0, shown.first)}${'•'.repeat(hidden)}${cleaned.slice(-shown.last)}`;
}

/** What the masked number is; the mask keeps the length, and only a CNP has 13 digits. */
export const maskedIdNumberKind = (mask: string): IdNumberKind => (mask.length === cnpLength ? 'cnp' : 'cui');

/** Digits that stand alone and are as many as an ID number has; shorter ones say too little to be one. */
const digitsAlone = /(?<![\w-])\d{6,13}(?![\w-])/g;

/** A text that may repeat what somebody typed, with every ID number in it masked. */
export const withoutIdNumbers = (text: string): string =>
  text.replaceAll(digitsAlone, (digits) => (idNumberKind(digits) ? maskIdNumber(digits) : digits));

/** As many digits as a CNP has, with what `cleanIdNumber` leaves out between them: `1 800101 221144`. */
const partedDigits = /(?<!\d)[1-9](?:[\s.-]?\d){12}(?!\d)/g;

/**
 * A text out of somebody's file with every CNP in it masked, in whatever words it stands and however it is parted. One whose check digit does not hold
 * is often a right one with one digit off: it is as personal.
 */
export const maskPeople = (text: string): string =>
  text.replaceAll(partedDigits, (parted) => {
    const digits = cleanIdNumber(parted);
    return isBirthDate(digits) ? maskIdNumber(digits) : parted;
  });
