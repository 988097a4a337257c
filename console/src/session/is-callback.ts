/** Whether the address carries the provider's answer (specification §4): code or error, with a state. */
export function isCallback({ search, hash }: Pick<Location, 'search' | 'hash'>): boolean {
  return [search, hash.replace(/^#/, '?')].some((text) => {
    const parameters = new URLSearchParams(text);
    return parameters.has('state') && (parameters.has('code') || parameters.has('error'));
  });
}
