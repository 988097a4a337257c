import type { TFunction } from 'i18next';

/**
 * What is wrong with a field, in words.
 *
 * @param name - namespace of the form, whose own texts come before the common ones.
 * @param problem - a locale key, perhaps with the value it is about behind a space: `form.badEmail primar`.
 */
export function problemText(t: TFunction, name: string, problem: string): string {
  const [key = '', ...about] = problem.split(' ');
  const text = t([`${name}:${key}`, `common:${key}`]);
  return about.length > 0 ? `${text}: ${about.join(' ')}` : text;
}
