import type { FastifyReply } from 'fastify';
import type { AppError } from '@noa/domain/errors.ts';

/**
 * Says that the server cannot do it for now, and when to ask again, in words that clients of GraphQL and of OpenID (`error`,
 * `error_description`) both understand.
 */
export function sendTrouble(reply: FastifyReply, { message, code, details }: AppError): FastifyReply {
  return reply
    .code(503)
    .headers({ 'retry-after': String(details?.['retryAfterSeconds'] ?? 2), 'cache-control': 'no-store' })
    .send({
      errors: [{ message, extensions: { ...details, code, correlationId: reply.request.id } }],
      error: 'temporarily_unavailable',
      error_description: message,
    });
}
