import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieNames } from '../oidc/configuration.ts';
import type { EmbeddedProvider } from '../embedded-provider.ts';
import { cookieIn } from '../pages/language.ts';
import { knownDays, type TriedFrom } from './sign-in-tries.ts';

/** 18 random bytes. */
const form = /^[\w-]{24}$/;

/** Whose tries a request is counted with: those of its browser, by a cookie, which is made up here for one that has none. */
export function triedFrom(
  { publicUrl }: EmbeddedProvider,
  request: FastifyRequest,
): TriedFrom & { readonly device: string } {
  const kept = cookieIn(request.headers.cookie, deviceCookie(publicUrl)) ?? '';
  return { address: request.ip, device: form.test(kept) ? kept : randomBytes(18).toString('base64url') };
}

/**
 * Lets a browser be known again, after somebody has proved in it who they are: for as long as the database knows of it. What it keeps
 * lets nobody in: it only has tries of its own (decision 42).
 */
export function rememberDevice({ publicUrl, realmPath }: EmbeddedProvider, reply: FastifyReply, device: string): void {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  void reply.header(
    'set-cookie',
    `${deviceCookie(publicUrl)}=${device}; Path=${realmPath}; Max-Age=${knownDays * 86_400}; SameSite=Lax; HttpOnly${secure}`,
  );
}

const deviceCookie = (publicUrl: string) => cookieNames(publicUrl)('device');
