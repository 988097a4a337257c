import { describe, expect, it } from 'vitest';
import { csvOf } from './csv.ts';

describe('csvOf', () => {
  it('writes what a Romanian spreadsheet reads', () => {
    expect(
      csvOf([
        ['Serie', 'Umplere'],
        ['TU-4821', 47.5],
      ]),
    ).toBe('\uFEFF"Serie";"Umplere"\r\n"TU-4821";47,5\r\n');
  });

  it('keeps quotes, separators and lines inside their cell', () => {
    expect(csvOf([['a;"b"\nc', 'd']])).toBe('\uFEFF"a;""b""\nc";"d"\r\n');
  });

  it.each(['0012', '2960229000011', '1/2', '1 Mai'])('has %s come back as it is', (text) => {
    expect(csvOf([[text]])).toBe(`\uFEFF"=""${text}"""\r\n`);
  });

  it.each(['=1+1', '+40', '-2', '@x', '\tx', '＝1'])('takes from %j what makes a formula of it', (text) => {
    expect(csvOf([[text]])).toBe(`\uFEFF"'${text}"\r\n`);
  });
});
