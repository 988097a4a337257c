import { expect, it } from 'vitest';
import { describeFailure } from '../api/failure.ts';
import { isPageLost } from './use-lost-page.tsx';

const refused = { ...describeFailure(new Error('none')), fields: { after: 'page.badCursor' } };
const failed = describeFailure(new Error('none'));
const [empty, full] = [{ nodes: [] }, { nodes: [1] }];

it.each([
  ['a page that is refused', 'c', refused, undefined, true],
  ['one on which nothing is left, whatever stands on those before', 'c', undefined, empty, true],
  ['one that has rows', 'c', undefined, full, false],
  ['one that is not answered yet', 'c', undefined, undefined, false],
  ['one that could not be asked for', 'c', failed, undefined, false],
  ['the first, without rows: there is nothing', null, undefined, empty, false],
])('%s', (_what, cursor, failure, page, isLost) => {
  expect(isPageLost([null, cursor], failure, page)).toBe(isLost);
});
