import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { ReportColumn } from '../answer/rows/cells.ts';
import { DifferenceText } from './DifferenceText.tsx';

const figure = (type: ReportColumn['type']) => ({ type, grouping: null }) as ReportColumn;

it.each([
  ['int', 1_320, 1_200, />\+120</],
  ['decimal', 12.4, 12, />\+0[.,]4</],
  ['decimal', 0.8, 1, />-0[.,]2</],
] as const)(
  'the difference of a figure, %s, %d after %d, has the decimals of the figure',
  (type, now, before, text) => {
    expect(renderToStaticMarkup(<DifferenceText column={figure(type)} now={now} before={before} />)).toMatch(text);
  },
);
