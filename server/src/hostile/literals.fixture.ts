import { getNullableType, isEnumType, isInputObjectType, isListType, type GraphQLInputType } from 'graphql';

/** The type, whether or not null is one of its values. */
export const bare = (type: GraphQLInputType) => getNullableType(type);

/** A value as only a document can say it. */
export interface Literal {
  /** As it stands in a document; nothing that JSON could say. */
  readonly literal: string;
}

const isLiteral = (value: unknown): value is Literal =>
  typeof value === 'object' && value !== null && Object.keys(value).join() === 'literal';

export const literals = [
  '1e999',
  '-1e999',
  '99999999999999999999',
  '-0',
  '1.0',
  'nan',
  '"\\u0000"',
  '"""block\u0007"""',
  '$none',
  '"\\u{110000}"',
  `${'['.repeat(2_900)}${']'.repeat(2_900)}`,
  `${'{ a: '.repeat(1_400)}1${' }'.repeat(1_400)}`,
];

export const holdsLiteral = (value: unknown): boolean =>
  isLiteral(value) ||
  (typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).some(holdsLiteral));

/** Deeper values are sent as variables, and as the literals of `literals`. */
const deepestLiteral = 70;

const isName = (text: string) => /^[A-Za-z_]\w*$/.test(text);

/** A value as it stands in a document; undefined for what only a variable can carry. */
export function literalOf(type: GraphQLInputType | undefined, value: unknown, depth = 0): string | undefined {
  if (depth > deepestLiteral) {
    return undefined;
  }
  if (isLiteral(value)) {
    return value.literal;
  }
  const inner = type && bare(type);
  if (Array.isArray(value)) {
    const items = value.map((each) =>
      literalOf(inner && isListType(inner) ? inner.ofType : undefined, each, depth + 1),
    );
    return items.includes(undefined) ? undefined : `[${items.join(', ')}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const fields = inner && isInputObjectType(inner) ? inner.getFields() : {};
    const entries = Object.entries(value).map(([name, each]) => {
      const text = isName(name) ? literalOf(fields[name]?.type, each, depth + 1) : undefined;
      return text && `${name}: ${text}`;
    });
    return entries.includes(undefined) ? undefined : `{ ${entries.join(', ')} }`;
  }
  return typeof value === 'string' && isEnumType(inner) && isName(value) ? value : JSON.stringify(value);
}
