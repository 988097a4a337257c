import * as z from 'zod/mini';

/** Limits shared by the form, the API and the CHECK constraints. */
export const gatewayLimits = { clientIdLength: 120 } as const;

/** An OAuth client of the lock network, as the identity provider calls it. */
export const bindGatewayInput = z.object({
  clientId: z
    .string('form.required')
    .check(
      z.trim(),
      z.minLength(1, 'form.required'),
      z.maxLength(gatewayLimits.clientIdLength, 'form.tooLong'),
      z.regex(/^[\w.:-]*$/, 'form.badCharacter'),
    ),
});
