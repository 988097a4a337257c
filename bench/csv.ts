/** Rows of a well-formed CSV text as objects by header; quotes as RFC 4180 has them. */
export function parseCsv(text: string): Record<string, string>[] {
  const [header = [], ...rows] = lines(text);
  return rows.map((cells) => Object.fromEntries(header.map((name, index) => [name, cells[index] ?? ''])));
}

function lines(text: string): string[][] {
  const rows: string[][] = [[]];
  let cell = '';
  let quoted = false;
  for (let index = 0; index < text.length; index++) {
    const letter = text[index];
    if (quoted && letter === '"' && text[index + 1] === '"') {
      cell += '"';
      index++;
    } else if (letter === '"') {
      quoted = !quoted;
    } else if (!quoted && (letter === ',' || letter === '\n')) {
      rows.at(-1)?.push(cell.replace(/\r$/, ''));
      cell = '';
      if (letter === '\n') {
        rows.push([]);
      }
    } else {
      cell += letter;
    }
  }
  rows.at(-1)?.push(cell);
  return rows.filter((row) => row.some((each) => each !== ''));
}

/** One line of CSV. */
export const csvLine = (cells: readonly (string | number)[]): string =>
  cells.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(',');
