/** Letters that are seen as Latin ones: an entrance typed on another keyboard layout, or copied from a page, is another one to a program alone. */
const lookAlikes: Readonly<Record<string, string>> = {
  ...lettersOf('АВСЕНКМОРТХІЈЅУасеорхіјѕу', 'ABCEHKMOPTXIJSYaceopxijsy'),
  ...lettersOf('ΑΒΕΖΗΙΚΜΝΟΡΤΥΧο', 'ABEZHIKMNOPTYXo'),
};

function lettersOf(others: string, own: string): Readonly<Record<string, string>> {
  return Object.fromEntries(Array.from(others, (letter, index) => [letter, own[index] ?? letter]));
}

const otherAlphabet = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;
const otherLetters = new RegExp(otherAlphabet, 'gu');

/** A text in Latin letters where all others of it look like those; any other as it is: it is meant to be in another alphabet. */
export function inLatin(text: string): string {
  if (!otherAlphabet.test(text)) {
    return text;
  }
  const latin = text.replaceAll(otherLetters, (letter) => lookAlikes[letter] ?? letter);
  return otherAlphabet.test(latin) ? text : latin;
}
