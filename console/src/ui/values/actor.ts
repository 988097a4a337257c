import type { TFunction } from 'i18next';

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** Whom the server calls so when it does something by itself, or as it is installed. */
const ourselves: readonly string[] = ['system', 'demo'];

/**
 * Who did something, as people say it. The API has the address of a person, the id of an account that has none, the client of the lock
 * network, or a word for the server itself.
 */
export function actorName(actor: string, t: TFunction): string {
  if (actor.includes('@')) {
    return actor;
  }
  if (ourselves.includes(actor)) {
    return 'Noa';
  }
  return uuid.test(actor) ? t('common:somebody') : t('common:lockNetwork');
}
