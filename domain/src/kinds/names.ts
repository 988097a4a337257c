/** What the API calls something, as the database does: `containerGroup` is `container_group` there. */
export const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The same as the name of a type: `ContainerGroup`. */
export const capitalised = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
