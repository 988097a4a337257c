import type { TFunction } from 'i18next';
import type { MayOpenQuery } from '../api/generated/graphql.ts';

type MayOpen = MayOpenQuery['mayOpen'];

/** A record on the way from the card to the container. */
export type ViaRecord = MayOpen['reasons'][number]['via'][number];

/** What settles it, in words; where something can be done about it, what and at which record. */
export function explain(
  t: TFunction<'access'>,
  { allowed, decisive, reasons }: MayOpen,
  card: { readonly status: string } | null,
) {
  if (allowed) {
    return { cause: t(`causes.${decisive}`), remedy: null, at: undefined };
  }
  const missing = missingOn(t, reasons);
  if (decisive !== 'card_normal') {
    return missing;
  }
  const cause = t('causes.not_normal');
  const isJoined = reasons.some(({ rule, holds }) => holds && doors.has(rule));
  return isJoined || card?.status !== 'blocked'
    ? { cause, remedy: null, at: undefined }
    : { ...missing, cause, remedy: t('remedies.evenUnblocked', missing) };
}

/** The rules by which an active card comes to a container with a lock. */
const doors = new Set<MayOpen['decisive']>(['apartment_joined', 'access_group_open']);

/** What is missing on the way from the card's apartment to the container. */
function missingOn(t: TFunction<'access'>, reasons: MayOpen['reasons']) {
  const via = reasons.find(({ rule }) => rule === 'apartment_joined')?.via ?? [];
  const of = (kind: string): ViaRecord | undefined => via.find((record) => record.kind === kind);
  if (!of('apartment') && !of('entrance')) {
    return { cause: t('causes.no_apartment'), remedy: t('remedies.no_apartment'), at: undefined };
  }
  return of('accessGroup')
    ? { cause: t('causes.not_joined'), remedy: t('remedies.not_joined'), at: of('accessGroup') }
    : { cause: t('causes.no_access_group'), remedy: t('remedies.no_access_group'), at: of('entrance') };
}
