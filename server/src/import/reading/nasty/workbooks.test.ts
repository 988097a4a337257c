import { describeWorkbooks, plain, sheetOf } from './read-file.fixture.ts';

const named = ['Strada', 'Nr.'];
const read = [['Str. A', '1']];

describeWorkbooks({
  'a cover before its table': {
    sheets: [{ name: 'Copertă', rows: [['Lista blocurilor'], ['Pașcani, 2026']] }, sheetOf(plain)],
    header: named,
    rows: read,
    format: { sheet: 'Blocuri', sheets: ['Copertă', 'Blocuri'] },
  },
  'an empty sheet before its table': {
    sheets: [{ name: 'Foaie1', rows: [] }, sheetOf(plain)],
    header: named,
    rows: read,
    format: { sheet: 'Blocuri' },
  },
  'a hidden sheet first': {
    sheets: [{ name: 'Cod', rows: plain, state: 'hidden' }, sheetOf(plain)],
    header: named,
    rows: read,
    format: { sheets: ['Blocuri'] },
  },
  'a very hidden sheet first': {
    sheets: [{ name: 'Cod', rows: plain, state: 'veryHidden' }, sheetOf(plain)],
    header: named,
    rows: read,
    format: { sheets: ['Blocuri'] },
  },
  'the sheet that was chosen': {
    sheets: [
      sheetOf(plain),
      {
        name: 'A & "B" <C>',
        rows: [
          ['Bloc', 'Scara'],
          ['B1', 'A'],
        ],
      },
    ],
    choice: { sheet: 'A & "B" <C>' },
    header: ['Bloc', 'Scara'],
    rows: [['B1', 'A']],
    format: { sheet: 'A & "B" <C>' },
  },
  'macros, which nobody runs': {
    sheets: [sheetOf(plain)],
    more: [{ name: 'xl/vbaProject.bin', text: 'Sub Auto_Open()' }],
    header: named,
    rows: read,
  },
  'a merged title above': {
    sheets: [
      sheetOf([['LISTA BLOCURILOR', null], ['Județ:', 'Iași'], [], ['Strada', 'Nr.', 'Bl.'], ['Str. A', 1, 2]], {
        merges: ['A1:C1'],
      }),
    ],
    header: ['Strada', 'Nr.', 'Bl.'],
    rows: [['Str. A', '1', '2']],
    format: { headerRow: 4, fillMerged: null },
  },
  'a header of two rows, merged across and down': {
    sheets: [
      sheetOf(
        [
          ['Județ', 'Adresa', null, null, 'Apartamente'],
          [null, 'Strada', 'Nr.', 'Bloc', null],
          ['Iași', 'Str. A', 1, 'B2', 12],
        ],
        {
          merges: ['A1:A2', 'B1:D1', 'E1:E2'],
        },
      ),
    ],
    header: ['Județ', 'Adresa / Strada', 'Adresa / Nr.', 'Adresa / Bloc', 'Apartamente'],
    rows: [['Iași', 'Str. A', '1', 'B2', '12']],
    format: { headerRow: 2, fillMerged: null },
  },
  'a header of two rows and a person who says the upper': {
    sheets: [
      sheetOf(
        [
          ['x', 'Grup', null],
          [null, 'y', 'z'],
          [1, 2, 3],
          [4, 5, 6],
        ],
        { merges: ['A1:A2', 'B1:C1'] },
      ),
    ],
    choice: { headerRow: 1 },
    header: ['x', 'Grup / y', 'Grup / z'],
    rows: [
      ['1', '2', '3'],
      ['4', '5', '6'],
    ],
    format: { headerRow: 2 },
  },
  'cells merged downwards': {
    sheets: [
      sheetOf(
        [
          ['Strada', 'Bloc', 'Scara'],
          ['Str. A', 'B1', 'A'],
          [null, null, 'B'],
          ['Str. B', 'B2', 'A'],
          [null, null, 'B'],
        ],
        { merges: ['A2:A3', 'B2:B3', 'A4:B5'] },
      ),
    ],
    header: ['Strada', 'Bloc', 'Scara'],
    rows: [
      ['Str. A', 'B1', 'A'],
      ['Str. A', 'B1', 'B'],
      ['Str. B', 'B2', 'A'],
      ['Str. B', '', 'B'],
    ],
    format: { fillMerged: true },
  },
  'cells merged downwards that a person leaves empty': {
    sheets: [
      sheetOf(
        [
          ['Strada', 'Scara'],
          ['Str. A', 'A'],
          [null, 'B'],
        ],
        { merges: ['A2:A3'] },
      ),
    ],
    choice: { fillMerged: false },
    header: ['Strada', 'Scara'],
    rows: [
      ['Str. A', 'A'],
      ['', 'B'],
    ],
    format: { fillMerged: false },
  },
});
