import type { FastifyReply } from 'fastify';
import type { AppError } from '@noa/domain/errors.ts';
import { retryAfterOf } from '../database/connection/unavailable.ts';

/**
 * Says that the server cannot do it for now, and when to ask again, in words that clients of GraphQL and of OpenID (`error`,
 * `error_description`) both understand.
 */
export function sendTrouble(reply: FastifyReply, trouble: AppError): FastifyReply {
  const { message, code, details } = trouble;
  return reply
    .code(503)
    .headers({ 'retry-after': String(retryAfterOf(trouble)), 'cache-control': 'no-store' })
    .send({
      errors: [{ message, extensions: { ...details, code, correlationId: reply.request.id } }],
      error: 'temporarily_unavailable',
      error_description: message,
    });
}
