const weights = [7, 5, 3, 2, 1] as const;

const digitSum = (value: number) => Math.floor(value / 10) + (value % 10);

/**
 * Whether the check digit of a SIRUTA code holds: its last, after at most five others. The digits are weighted 7, 5, 3, 2, 1
 * from the left of five, and the digits of the products summed up. Of the 16,978 codes of the nomenclature 77 break the
 * rule (communes founded since 2002), so that a code failing it is remarkable, but not wrong.
 */
export function holdsCheckDigit(siruta: number): boolean {
  const digits = Array.from(String(siruta).padStart(6, '0'), Number);
  const sum = weights.reduce<number>((total, weight, index) => total + digitSum((digits[index] ?? 0) * weight), 0);
  return digits.length === 6 && digits[5] === (((11 - sum) % 10) + 10) % 10;
}

/** Words that stay small inside a name. */
const small = new Set(['de', 'din', 'la', 'cu', 'pe', 'sub', 'lui', 'cel', 'cea', 'cei', 'in', 'în', 'și', 'peste']);

const roman = /^I{1,3}$/;

function readableWord(word: string, isFirst: boolean): string {
  const lower = word.toLowerCase();
  if (!isFirst && small.has(lower)) {
    return lower;
  }
  return roman.test(word) ? word : lower.charAt(0).toUpperCase() + lower.slice(1);
}

/**
 * A name in capitals as it is written in a text: `CURTEA DE ARGEȘ` is Curtea de Argeș, `I.C.BRĂTIANU` I.C. Brătianu. A name that has
 * small letters stays as it is.
 */
export function readableName(name: string): string {
  if (name !== name.toUpperCase()) {
    return name;
  }
  return name
    .replaceAll(/\.(?=\p{L}{2})/gu, '. ')
    .split(/(?<=[ .-])/u)
    .map((word, index) => {
      const [, letters = '', end = ''] = /^(.*?)([ .-]?)$/u.exec(word) ?? [];
      return readableWord(letters, index === 0) + end;
    })
    .join('');
}

/** What stands before a name in the nomenclature and says of what rank it is. */
const rank = /^(?:jude[țt]ul|municipiul|ora[șs](?:ul)?|comuna)\s+/i;

/** A readable name without its rank: Pașcani for `MUNICIPIUL PAȘCANI`, Sectorul 1 for `BUCUREȘTI SECTORUL 1`. */
export const plainName = (name: string): string =>
  readableName(name)
    .replace(rank, '')
    .replace(/^București (?=Sectorul \d$)/, '');

/** A readable name with its rank, which the nomenclature leaves out for communes alone. */
export const officialName = (name: string, isCommune: boolean): string => {
  const readable = readableName(name);
  return isCommune && !rank.test(readable) ? `Comuna ${readable}` : readable.replace(/^Oraș (?=\p{Lu})/u, 'Orașul ');
};
