import { streetTypes } from './street-words.ts';
import { foldSpelling } from './spelling.ts';

/** Where the number begins in a street that has it with it: `Strada COZLA nr.3; bl.BlA; sc.1+2`. */
const numberBegins = /[\s;,]+(?=(?:nr|numarul|num[aă]r|bl|bloc|blocul|sc|scara)\b[\s.]*\S)/i;
const bareNumber = /^(.*\p{L}\S*)\s+(\d{1,3}[a-z]?)\s*([;,].*)?$/iu;

/** Street and number, where a list has both in one column; what its column of numbers says stands first. */
export function splitStreet({ street, number }: { street: string; number: string }): {
  street: string;
  number: string;
} {
  const at = street.search(numberBegins);
  const [name, rest] = at > 0 ? [street.slice(0, at), street.slice(at).replace(/^[\s;,]+/, '')] : [street, ''];
  const bare = rest === '' ? null : bareNumber.exec(name);
  const isName = bare === null || streetTypes.has(foldSpelling(bare[1] ?? ''));
  const stated = isName ? rest : `${bare[2] ?? ''} ${rest}`;
  return {
    street: (isName ? name : (bare[1] ?? name)).replace(/[\s;,]+$/, ''),
    number: [number, stated].filter(Boolean).join('; '),
  };
}
