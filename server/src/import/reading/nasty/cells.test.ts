import { describeWorkbooks, sheetOf } from './read-file.fixture.ts';

describeWorkbooks({
  'numbers of all kinds': {
    sheets: [
      sheetOf([
        ['a', 'b', 'c', 'd', 'e', 'f'],
        [
          2,
          { xml: '<v>2.0</v>' },
          { xml: '<v>26.724750000000001</v>' },
          { xml: '<v>45.300000000000004</v>' },
          { xml: '<v>1800101221144</v>' },
          { xml: '<v>1E+21</v>' },
        ],
      ]),
    ],
    header: ['a', 'b', 'c', 'd', 'e', 'f'],
    rows: [['2', '2', '26.72475', '45.3', '1800101221144', '1000000000000000000000']],
  },
  'fractions, which are no thousands': {
    sheets: [
      sheetOf([
        ['volum', 'lat'],
        [{ xml: '<v>1.125</v>' }, { xml: '<v>46.513</v>' }],
        [{ xml: '<v>0.24</v>' }, { xml: '<v>46.5132</v>' }],
        ['1.125', '1100'],
      ]),
    ],
    header: ['volum', 'lat'],
    rows: [
      ['1.1250', '46.5130'],
      ['0.24', '46.5132'],
      ['1.125', '1100'],
    ],
  },
  'numbers as text': {
    sheets: [
      sheetOf([
        ['serie', 'bloc'],
        ['0012', '2.0'],
        ['1e5', '+4'],
      ]),
    ],
    header: ['serie', 'bloc'],
    rows: [
      ['0012', '2.0'],
      ['1e5', '+4'],
    ],
  },
  days: {
    sheets: [
      sheetOf([
        ['data', 'nr'],
        [{ xml: '<v>45292</v>', style: 1 }, 1],
      ]),
    ],
    header: ['data', 'nr'],
    rows: [['2024-01-01', '1']],
  },
  'days that no calendar has': {
    sheets: [
      sheetOf([
        ['serie', 'nr'],
        [{ xml: '<v>4294967295</v>', style: 1 }, 1],
        [{ xml: '<v>5</v>', style: 1 }, 2],
      ]),
    ],
    header: ['serie', 'nr'],
    rows: [
      ['########', '1'],
      ['1900-01-05', '2'],
    ],
  },
  'formulas, of which the value counts': {
    sheets: [
      sheetOf([
        ['strada', 'nr', 'bloc'],
        [{ xml: '<f>A9&amp;B9</f><v>Str. A</v>', type: 'str' }, { xml: '<f>1+1</f><v>2</v>' }, { xml: '<f>NOW()</f>' }],
      ]),
    ],
    header: ['strada', 'nr', 'bloc'],
    rows: [['Str. A', '2', '']],
  },
  'errors, which a row is refused by': {
    sheets: [
      sheetOf([
        ['strada', 'nr'],
        [{ xml: '<f>Z9</f><v>#REF!</v>', type: 'e' }, 1],
      ]),
    ],
    header: ['strada', 'nr'],
    rows: [['#REF!', '1']],
  },
  truths: {
    sheets: [
      sheetOf([
        ['strada', 'ocupat'],
        ['Str. A', { xml: '<v>1</v>', type: 'b' }],
      ]),
    ],
    header: ['strada', 'ocupat'],
    rows: [['Str. A', 'true']],
  },
  'letters of several colours': {
    sheets: [
      sheetOf([
        ['strada', 'nr'],
        [{ xml: '<is><r><t>Str. </t></r><r><t>Gării</t></r></is>', type: 'inlineStr' }, 1],
      ]),
    ],
    header: ['strada', 'nr'],
    rows: [['Str. Gării', '1']],
  },
  'a text that is not among its shared ones': {
    sheets: [
      sheetOf([
        ['strada', 'nr'],
        [{ xml: '<v>7</v>', type: 's' }, 1],
      ]),
    ],
    header: ['strada', 'nr'],
    rows: [['', '1']],
  },
  'gaps between its rows': {
    sheets: [sheetOf([null, null, ['strada', 'nr'], null, ['Str. A', 1], [], [null, ' '], ['Str. B', 2]])],
    header: ['strada', 'nr'],
    rows: [
      ['Str. A', '1'],
      ['Str. B', '2'],
    ],
    format: { headerRow: 3 },
  },
  'empty columns at its sides': {
    sheets: [
      sheetOf([
        [null, 'strada', null, 'nr', null],
        [null, 'Str. A', null, 1, ' '],
      ]),
    ],
    header: ['A', 'strada', 'C', 'nr'],
    rows: [['', 'Str. A', '', '1', '']],
  },
  'line ends and blanks in its cells': {
    sheets: [
      sheetOf([
        ['Nr.\nap.', ' Strada '],
        [1, 'Str.\r\n  A\u00A0'],
      ]),
    ],
    header: ['Nr. ap.', 'Strada'],
    rows: [['1', 'Str. A']],
  },
  cedillas: {
    sheets: [
      sheetOf([
        ['Strada', 'Observaţii'],
        ['Şos. Ţesătorilor', 'ş'],
      ]),
    ],
    header: ['Strada', 'Observații'],
    rows: [['Șos. Țesătorilor', 'ș']],
  },
  'merged cells that say nonsense': {
    sheets: [
      sheetOf(
        [
          ['strada', 'nr'],
          ['Str. A', 1],
        ],
        { merges: ['A9:A4', 'XFD1048576:XFD1048576', 'A2:A1048576'] },
      ),
    ],
    header: ['strada', 'nr'],
    rows: [['Str. A', '1']],
  },
  'addresses in one field': {
    sheets: [
      sheetOf([
        ['Adresa imobilului', 'Nr. ap.'],
        ['Str. Gării nr. 5 bl. A2', 12],
      ]),
    ],
    header: ['Adresa imobilului', 'Nr. ap.'],
    rows: [['Str. Gării nr. 5 bl. A2', '12', 'Str. Gării', '5', 'A2', '']],
  },
});
