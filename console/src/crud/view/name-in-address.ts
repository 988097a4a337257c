import { paths } from '../../paths.ts';

/** Search looks for nothing shorter, and nobody calls anything by more. */
const length = { min: 2, max: 80 } as const;

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Words of our own addresses: `entrances`, `create`, `status_update`. */
function wordsOf(addresses: object): string[] {
  return Object.values(addresses).flatMap((each: unknown) => {
    if (typeof each === 'object' && each !== null) {
      return wordsOf(each);
    }
    const address = typeof each === 'function' ? String((each as (id: string) => string)('')) : String(each);
    return address.split(/[/?#=]+/);
  });
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part).trim();
  } catch {
    return '';
  }
}

/**
 * What of an address somebody may have meant by a name or a serial: `LM-0021` of `/containers/LM-0021/update`. Blank where there is nothing
 * but our own words, words of nobody's, and ids.
 */
export function nameInAddress(pathname: string): string {
  const ours = new Set(wordsOf(paths));
  const parts = pathname.split('/').slice(1).map(decode);
  const isName = (part: string, index: number) =>
    part.length >= length.min &&
    part.length <= length.max &&
    !ours.has(part.toLowerCase()) &&
    !uuid.test(part) &&
    // A screen that there is not, unless it has a number.
    (index > 0 || /\d/.test(part));
  return parts.findLast((part, index) => isName(part, index)) ?? '';
}
