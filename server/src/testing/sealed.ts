import { IdSealer, type NumberKind } from '../database/keys/id-sealer.ts';

/** What ids are sealed with in tests. */
export const ids: IdSealer = new IdSealer(Buffer.alloc(32, 9));

const kinds: readonly NumberKind[] = [
  'version',
  'cardEvent',
  'cardEventSetAside',
  'statusUpdate',
  'statusUpdateSetAside',
];

const openText = (text: string) =>
  kinds.map((kind) => ids.openNumber(kind, text)).find((number) => number !== null) ?? text;

/** Versions lie this deep at most; what some tests send goes down for thousands of levels. */
const deepest = 20;

/** An answer as the database has it, with the numbers that the API shows sealed: what a test compares with rows. */
export function opened<Value>(value: Value): Value {
  if (Array.isArray(value)) {
    return value.map(opened) as Value;
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, opened(each as unknown)])) as Value;
  }
  return typeof value === 'string' ? (openText(value) as Value) : value;
}

const number = /^\d{1,18}$/;

/** Versions that a test took from a row, as the API names them. */
export function sealVersions(source: string, variables: Readonly<Record<string, unknown>>) {
  const names = source.includes('restoreVersion(') ? ['rowId', 'version'] : ['rowId'];
  const sealed = (value: unknown, deep: number, name?: string): unknown => {
    if (deep > deepest) {
      return value;
    }
    if (Array.isArray(value)) {
      return value.map((each: unknown) => sealed(each, deep + 1));
    }
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, sealed(each, deep + 1, key)]));
    }
    const isVersion = typeof value === 'string' && names.includes(name ?? '') && number.test(value);
    return isVersion ? ids.sealNumber('version', value) : value;
  };
  const literal = new RegExp(`\\b(${names.join('|')}): "(\\d{1,18})"`, 'g');
  return {
    source: source.replaceAll(
      literal,
      (_whole, name: string, digits: string) => `${name}: "${ids.sealNumber('version', digits)}"`,
    ),
    variables: sealed(variables, 0) as Record<string, unknown>,
  };
}
