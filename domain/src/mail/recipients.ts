import * as z from 'zod/mini';

/** Limits shared by forms, the API and the CHECK constraints. */
export const recipientLimits = { most: 20, length: 254 } as const;

const recipient = z
  .string('form.required')
  .check(z.trim(), z.maxLength(recipientLimits.length, 'form.tooLong'), z.email('form.badEmail'));

const distinct = (items: readonly string[]) => new Set(items.map((item) => item.toLowerCase())).size === items.length;

/** E-mail addresses, none of them twice: at most 20. */
export const recipients = z
  .array(recipient, 'form.required')
  .check(z.maxLength(recipientLimits.most, 'form.tooMany'), z.refine(distinct, 'report.twice'));
