/** What the API calls something, as the database does: `containerGroup` is `container_group` there. */
export const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** What the database calls something, as the API does. */
export const camel = (name: string): string =>
  name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** A row of the database under the API's names, as an input that says all of it. */
export const inCamel = (row: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).map(([name, value]: [string, unknown]) => [camel(name), value]));

/** The same as the name of a type: `ContainerGroup`. */
export const capitalised = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
