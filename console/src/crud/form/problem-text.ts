import type { TFunction } from 'i18next';

/**
 * What is wrong with a field, in words.
 *
 * @param name - namespace of the form, whose own texts come before the common ones.
 * @param problem - a locale key, perhaps with what it is about behind a space: the bound that its text names, as in `form.atLeast 60`, or a part of
 * what was written, as in `form.badEmail primar`.
 */
export function problemText(t: TFunction, name: string, problem: string): string {
  const [key = '', ...about] = problem.split(' ');
  const [part, keys] = [about.join(' '), [`${name}:${key}`, `common:${key}`]];
  const bound = part === '' ? Number.NaN : Number(part);
  if (!Number.isNaN(bound)) {
    return t(keys, { count: bound });
  }
  return part === '' ? t(keys) : `${t(keys)}: ${part}`;
}
