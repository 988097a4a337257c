import * as z from 'zod/mini';

/** Trimmed text of 1 to `max` characters; messages are locale keys. */
export const requiredText = (max: number) =>
  z
    .string('form.required')
    .check(
      z.trim(),
      z.minLength(1, 'form.required'),
      z.maxLength(max, 'form.tooLong'),
      z.regex(noControl, 'form.badCharacter'),
    );

/** Trimmed text of at most `max` characters, perhaps none. */
export const optionalText = (max: number) =>
  z.string('form.required').check(z.trim(), z.maxLength(max, 'form.tooLong'), z.regex(noControl, 'form.badCharacter'));

/** Control characters have no place in names and addresses, and end spreadsheets and terminals badly. */
// oxlint-disable-next-line no-control-regex -- they are what is refused
const noControl = /^[^\u0000-\u001f\u007f]*$/;

/** An id as the API gives it; whether it names something, the server says. */
export const recordId = z.uuid('form.notFound');
