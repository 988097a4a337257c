import type { Cell } from './csv.ts';

/**
 * What a drawn cell says, as a file says it: the number and the moment that it stands for, where it marks one (`data`, `time`),
 * otherwise its words.
 */
export function readCell(cell: Element): Cell {
  const marked = cell.querySelector('data');
  if (marked) {
    return marked.value === '' ? '' : Number(marked.value);
  }
  const time = cell.querySelector('time');
  return time ? localTime(time.dateTime) : (cell.textContent ?? '').trim();
}

const local = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium' });

/** A moment in the browser's zone, as every spreadsheet understands it: `2026-11-21 23:15:00`. */
const localTime = (moment: string): string => local.format(new Date(moment));
