/** The addresses in a text, in order, however they are typed. */
export const addressesIn = (text: string): string[] => text.split(/[\s,;]+/).filter((address) => address !== '');
