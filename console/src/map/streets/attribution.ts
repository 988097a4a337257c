/** A link of HTML: where it leads, and its words. */
const link = /<a\s[^>]*?href=["'](https:\/\/[^"'<>\s]+)["'][^>]*>([^<>]*)<\/a>/gi;

const words = (html: string) => html.replaceAll(/<[^>]*>/g, '').replaceAll(/[<>]/g, '');

/**
 * What a map's file says of its origin, with nothing in it but words and links: MapLibre shows it as the HTML that it is.
 *
 * @param html - as its metadata have it: anything at all.
 */
export const wordsAndLinks = (html: unknown): string =>
  typeof html !== 'string'
    ? ''
    : html
        .split(link)
        .map((part, index, parts) => {
          if (index % 3 === 0) {
            return words(part);
          }
          return index % 3 === 1
            ? `<a href="${part}" target="_blank" rel="noopener">${parts[index + 1] ?? ''}</a>`
            : '';
        })
        .join('');
