import { disarm } from '@noa/domain/imports/spreadsheet.ts';

/**
 * A text as a cell of an archive: what a spreadsheet would take for a formula is disarmed (reliability.md, control 9), and what begins
 * with an apostrophe by itself gets another, so that one is always taken off again.
 */
export const toCell = (text: string): string => (text.startsWith("'") ? `'${text}` : disarm(text));

/** The text that a cell holds. */
export const fromCell = (cell: string): string => (cell.startsWith("'") ? cell.slice(1) : cell);

/** Types whose texts are nobody's, and begin with no sign that a formula does but a number's own. */
const plain = new Set([
  'uuid',
  'integer',
  'smallint',
  'bigint',
  'double precision',
  'boolean',
  'timestamp with time zone',
]);

/** Whether cells of a column are disarmed. */
export const isText = (type: string): boolean => !plain.has(type);
