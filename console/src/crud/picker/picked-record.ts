import * as z from 'zod/mini';

/** A record that has to be chosen; whether it exists, the server says. */
export const pickedRecord = z.string('form.required').check(z.minLength(1, 'form.required'));
