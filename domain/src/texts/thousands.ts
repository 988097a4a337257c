/** `1.100` and `1.000.000` as people write here, `1,100` as in English; `0.240` is no thousands. */
const grouped = /^[+-]?[1-9]\d{0,2}(?:(?:\.\d{3})+|(?:,\d{3})+)$/;

/**
 * A whole number as it was typed or as a spreadsheet shows it, without what parts its thousands; any other text as it was. Not for numbers
 * with decimals: `46.513` of a coordinate is no thousands.
 */
export const withoutThousands = (text: string): string => (grouped.test(text) ? text.replaceAll(/[.,]/g, '') : text);
