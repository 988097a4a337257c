const two = (value: number) => String(value).padStart(2, '0');

/** The day of a moment in the browser's zone, as YYYY-MM-DD. By hand: a format of another language takes a slow computer a tenth of a second. */
export const localDay = (moment: Date): string =>
  `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;

/** The minute of a moment in the browser's zone, as HH:MM. */
export const localMinute = (moment: Date): string => `${two(moment.getHours())}:${two(moment.getMinutes())}`;
