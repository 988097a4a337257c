import { expect, it } from 'vitest';
import { consoleRoots } from '@noa/domain/console-paths.ts';
import { paths } from './paths.ts';

/** Every address of the table, records and names written as `x`. */
function addressesOf(addresses: object): string[] {
  return Object.values(addresses).flatMap((path: unknown) => {
    if (typeof path === 'string') {
      return [path];
    }
    return typeof path === 'function' ? [String(path('x', 'x'))] : addressesOf(path as object);
  });
}

it('has its addresses under the roots that the server knows, and under each of them some', () => {
  const roots = addressesOf(paths).map((address) => /^\/([^/?#]+)/.exec(address)?.[1]);

  expect(new Set(roots)).toEqual(new Set(consoleRoots));
});
