import { OperatorError } from '@noa/domain/errors.ts';

/** A setting that cannot be used: one sentence that names it and says what is expected. */
export class SettingsError extends OperatorError {
  override readonly name = 'SettingsError';
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** @throws {SettingsError} for any other word. */
export function oneOf<Value extends string>(
  env: Environment,
  name: string,
  values: readonly Value[],
  fallback: Value,
): Value {
  const text = env[name];
  if (!text) {
    return fallback;
  }
  const value = values.find((each) => each === text);
  if (!value) {
    throw new SettingsError(`${name} is "${text}"; it must be one of ${values.join(', ')}.`);
  }
  return value;
}

/** @throws {SettingsError} for what is no whole number within its bounds. */
export function integer(
  env: Environment,
  name: string,
  fallback: number,
  { min, max }: { min: number; max: number },
): number {
  const text = env[name];
  if (!text) {
    return fallback;
  }
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max) {
    throw new SettingsError(`${name} is "${text}"; it must be a whole number from ${min} to ${max}.`);
  }
  return value;
}

/** The URL without a slash at its end. A password inside is not repeated in the error; null if not set. */
export function url(env: Environment, name: string, protocols: readonly string[]): string | null {
  const text = env[name];
  if (!text) {
    return null;
  }
  // A PostgreSQL URL over a Unix socket has no host, which the URL standard does not parse.
  const parsed = URL.parse(text) ?? URL.parse(text.replace(/^(\w+:\/\/[^/]*@)\//, '$1localhost/'));
  if (!parsed || !protocols.includes(parsed.protocol)) {
    throw new SettingsError(`${name} must be a URL that starts with ${protocols.map((p) => `${p}//`).join(' or ')}.`);
  }
  return text.replace(/\/+$/, '');
}
