/**
 * A text as a spreadsheet may be given it: what it would take for a formula begins with an apostrophe. Programs tell a formula by
 * its first sign, some by a full-width one or behind white space that others leave out.
 */
export const disarm = (text: string): string =>
  /^[=+\-@\t\r\0\uFF1D\uFF0B\uFF0D\uFF20]/u.test(text) ? `'${text}` : text;
