import type { TFunction } from 'i18next';
import type { CardStatus } from '@noa/domain/vocabulary.ts';
import { formatDate } from '../ui/values/format.ts';

interface Card {
  readonly status: CardStatus;
  /** Since when it has this status: nothing else of a card ever changes. */
  readonly validFrom: string;
}

/** When somebody last blocked it, and why; absent for whoever may not read it. */
type Blocked = { readonly occurredAt: string; readonly reason?: string | null } | undefined;

/** Why a card opens nothing: `Cardul este blocat din 22 nov., pierdut`; null for an active one. */
export function cardStateText(t: TFunction, { status, validFrom }: Card, blocked: Blocked, language: string) {
  if (status === 'normal') {
    return null;
  }
  const day = formatDate(validFrom, language);
  // An older reason is of a time when it was blocked before.
  const reason = blocked && blocked.occurredAt === validFrom ? blocked.reason : null;
  return status === 'blocked' && reason
    ? t('access:state.blockedFor', { day, reason })
    : t(`access:state.${status}`, { day });
}
