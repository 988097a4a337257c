import { foldSpelling } from './spelling.ts';

/** House numbers as they are read: `19-21` is one, from 19 to 21; `FN` (no number) is none. */
export interface HouseNumber {
  readonly first: number;
  /** The same as `first` unless it is a range. */
  readonly last: number;
  /** `A` of 12A, `BIS` of 12 bis; empty where there is none. */
  readonly letter: string;
}

/** What stands in the columns of number and block together, as lists have the one in the other. */
export interface NumberAndBlock {
  readonly numbers: readonly HouseNumber[];
  /** Labels of the block, upper case, without spaces and signs: `12`, `B1`, `A17/2`. More where the block has two names. */
  readonly blocks: readonly string[];
  /** The part of a block, `A+B`; empty where none is told. */
  readonly part: string;
  /** What stands for a number and is none that we read, as it is written: `12/3`, `KM5`. */
  readonly unread: readonly string[];
}

/** Digits that scanners read as letters, where only digits can stand. */
const digitsOf = (text: string) => text.replaceAll(/[lI|]/g, '1').replaceAll(/[oO]/g, '0');

const blockMark = /\b(?:blocul|bloc|bl)\b[\s.:]*/i;
const partMark = /\b(?:corpul|corpuri|corp|tronsonul|tronson|tr)\b[\s.]*([a-z\d][a-z\d+,\s]*)?/i;
/** What goes on about stairs and former names is not of the number. */
const furtherMark = /[;,(/]?\s*\b(?:(?:sc|scara|ap|et|fost|micro|nr|numarul)\b|nr(?=\d)).*$/i;
const numberMark = /\b(?:numarul|numar|nr|no)\b[\s.:]*(?=[\dlIoO])|\bnr(?=\d)/i;

/** What a parsing slip of lists leaves where a block should stand. */
const noBlock = new Set(['OC', 'LOC', 'BL', 'BLOC', 'FN', 'SN', '']);

const labelOf = (text: string): string =>
  foldSpelling(text)
    .replaceAll('â', 'a')
    .toUpperCase()
    .replaceAll(/[÷–]/g, '-')
    .replaceAll(/[^A-Z\d/+-]/g, '')
    .replaceAll(/^[/-]+|[/-]+$/g, '');

const labelsOf = (texts: readonly string[]) => texts.map(labelOf).filter((label) => !noBlock.has(label));

function readBlocks(text: string): string[] {
  const [outer = '', inner] = text.split(/[()]/);
  const parts = [outer.replace(furtherMark, ''), inner ?? ''].flatMap((each) => each.split(/[;,]|\s\/\s/));
  return labelsOf(parts).slice(0, 2);
}

const one = /^(\d{1,4})\s*(?:[-÷–]\s*(\d{1,4}))?\s*(bis|[a-z]{1,2})?(?:\s*[-÷–]\s*\d*\s*[a-z])?$/i;

function readNumber(text: string): HouseNumber | undefined {
  const found = one.exec(text) ?? one.exec(digitsOf(text));
  const first = Number(found?.[1] ?? 0);
  return found && first > 0
    ? { first, last: Math.max(first, Number(found[2] ?? first)), letter: (found[3] ?? '').toUpperCase() }
    : undefined;
}

/** Where the number stands in what is said of both. */
function digitsIn(text: string): string {
  const beforeBlock = text.slice(0, blockMark.exec(text)?.index ?? text.length);
  const mark = /\d/.test(beforeBlock) ? numberMark.exec(beforeBlock) : numberMark.exec(text);
  const digits = mark ? text.slice(mark.index + mark[0].length) : beforeBlock;
  const [plain = ''] = digits.split(blockMark);
  return plain.replace(/\(.*$/, '').replace(furtherMark, '');
}

/** The label of a column is often the beginning of what stands in full beside the number: `A` of `bl. A I`. */
function wholeBlocks(column: readonly string[], stated: readonly string[]): readonly string[] {
  const [short] = column;
  return short === undefined || stated[0]?.startsWith(short) ? stated : column;
}

/** Reads number and block as lists write them: `3 (bloc 8B)`, `Bl. 407,NR55,sc.A,B`, `19÷21 (corp A+B)`, `nr. 8, H10`. */
export function readNumberAndBlock(number: string, block: string): NumberAndBlock {
  const part = partMark.exec(number);
  const plain = number.replace(partMark, '');
  const mark = blockMark.exec(plain);
  const stated = mark ? readBlocks(plain.slice(mark.index + mark[0].length)) : [];
  const pieces = digitsIn(plain)
    .split(/[,;+]|\s\/\s/)
    .map((each) => each.trim());
  const numbers = pieces.flatMap((each) => readNumber(each) ?? []);
  const unread = labelsOf(pieces.filter((each) => /\d/.test(each) && readNumber(each) === undefined));
  const blocks = wholeBlocks(readBlocks(block.replace(blockMark, '')), stated);
  return {
    numbers: distinct(numbers),
    blocks: blocks.length > 0 ? blocks : unread,
    part: part ? labelOf(part[1] ?? part[0]) : '',
    unread: numbers.length > 0 ? [] : unread,
  };
}

/** A number that is said twice, in its column and with the street, is one. */
const distinct = (numbers: readonly HouseNumber[]) =>
  numbers.filter((each, at) => numbers.findIndex((other) => isSame(each, other)) === at);

const isSame = (x: HouseNumber, y: HouseNumber) => x.first === y.first && x.last === y.last && x.letter === y.letter;

/** How two numbers, or two labels of blocks, stand to each other; `unsaid` where one of them says nothing. */
export type NumberLikeness = 'same' | 'overlaps' | 'differs' | 'unsaid';

type Numbers = Pick<NumberAndBlock, 'numbers' | 'unread'>;

export function compareNumbers(
  { numbers: a, unread }: Numbers,
  { numbers: b, unread: other }: Numbers,
): NumberLikeness {
  if (a.length === 0 || b.length === 0) {
    // Of two that we do not read it is known whether they are written alike.
    const isOther = unread.length > 0 && other.length > 0 && !unread.some((each) => other.includes(each));
    return isOther ? 'differs' : 'unsaid';
  }
  if (a.length === b.length && a.every((each) => b.some((known) => isSame(each, known)))) {
    return 'same';
  }
  const meets = (x: HouseNumber, y: HouseNumber) =>
    x.first <= y.last && y.first <= x.last && (x.letter[0] === y.letter[0] || x.letter === '' || y.letter === '');
  return a.some((each) => b.some((known) => meets(each, known))) ? 'overlaps' : 'differs';
}

/** Letters and digits that look alike in bad print, as one. */
const asPrinted = (label: string) => label.replace(/BIS$/, 'B').replaceAll(/[IL]/g, '1').replaceAll('O', '0');

export function compareBlocks(a: readonly string[], b: readonly string[]): NumberLikeness {
  if (a.length === 0 || b.length === 0) {
    return 'unsaid';
  }
  if (a.some((label) => b.includes(label))) {
    return 'same';
  }
  return a.some((label) => b.some((other) => asPrinted(label) === asPrinted(other))) ? 'overlaps' : 'differs';
}
