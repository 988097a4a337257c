import { describe, expect, it } from 'vitest';
import { compareBlocks, compareNumbers, readNumberAndBlock } from './number.ts';

const read = (number: string, block = '') => {
  const { numbers, blocks, part } = readNumberAndBlock(number, block);
  const said = numbers.map(({ first, last, letter }) => `${first}${last > first ? `-${last}` : ''}${letter}`);
  return { numbers: said.join(' '), blocks: blocks.join(' '), part };
};

describe('number and block', () => {
  it.each([
    ['12', '', '12', '', ''],
    ['nr. 12A', 'bl. B1', '12A', 'B1', ''],
    ['3 (bloc 8B)', 'oc', '3', '8B', ''],
    ['Bl. 407,NR55,sc.A,B', '407', '55', '407', ''],
    ['19÷21 (corp A+B)', '', '19-21', '', 'A+B'],
    ['2K (13)', '', '2K', '', ''],
    ['53 (fost 9)', '', '53', '', ''],
    ['40bis', '', '40BIS', '', ''],
    ['nr.l A; bl.Gl', '', '1A', 'GL', ''],
    ['nr. 8, H10', '', '8', 'H10', ''],
    ['73, Camin C2', '', '73', 'CAMINC2', ''],
    ['bl. G1-G2', 'G1-G', '', 'G1-G2', ''],
    ['Bl. A I', 'A', '', 'AI', ''],
    ['bl.A17/2(A17/1)', 'A17/2', '', 'A17/2 A17/1', ''],
    ['FN', '', '', '', ''],
    ['44199', '', '', '44199', ''],
    ['', '', '', '', ''],
  ])('%j and %j are read', (number, block, numbers, blocks, part) => {
    expect(read(number, block)).toEqual({ numbers, blocks, part });
  });

  it.each([
    ['12', '12', 'same'],
    ['12', '12A', 'overlaps'],
    ['12A', '12B', 'differs'],
    ['40bis', '40B', 'overlaps'],
    ['20÷22', '20-22', 'same'],
    ['20', '20-22', 'overlaps'],
    ['20', '24', 'differs'],
    ['FN', '24', 'unsaid'],
    ['12/3', '12/5', 'differs'],
    ['12/3', '12/3', 'unsaid'],
    ['12/3', '12', 'unsaid'],
  ])('%s and %s: %s', (a, b, likeness) => {
    expect(compareNumbers(readNumberAndBlock(a, ''), readNumberAndBlock(b, ''))).toBe(likeness);
  });

  it.each([
    ['B1', 'bl. b 1', 'same'],
    ['O1', '01', 'overlaps'],
    ['A7bis', 'A7b', 'overlaps'],
    ['B1', 'B11', 'differs'],
    ['B1', '', 'unsaid'],
  ])('blocks %s and %s: %s', (a, b, likeness) => {
    expect(compareBlocks(readNumberAndBlock('', a).blocks, readNumberAndBlock('', b).blocks)).toBe(likeness);
  });
});
