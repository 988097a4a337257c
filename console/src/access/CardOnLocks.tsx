import { Button } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CardOnLocksQuery } from '../api/generated/graphql.ts';
import { useQuery } from '../api/use-query.ts';
import { Pending } from '../crud/list/Pending.tsx';
import { paths } from '../paths.ts';
import { useNow } from '../ui/values/clock.ts';
import { formatDuration, formatNumber } from '../ui/values/format.ts';
import { TextLink } from '../ui/page/TextLink.tsx';
import { atTab } from '../ui/page/use-address.ts';
import { CardOnLocksDocument } from './access.graphql.ts';
import classes from './Access.module.css';

type OnLocks = NonNullable<NonNullable<CardOnLocksQuery['card']>['onLocks']>;
type Lock = OnLocks['behind'][number];

/** Locks named at first, and when all are asked for: the API names no more. */
const named = { few: 3, all: 200 } as const;

/** Milliseconds between two looks while locks are still to confirm: soon after the change, and later on. */
const lookMs = { soon: 5_000, later: 60_000 } as const;
const soonMs = 5 * 60_000;

const isSettled = ({ removing, admitting }: OnLocks) =>
  removing.confirmed === removing.total && admitting.confirmed === admitting.total;

/** How far the last change of a card has come: how many locks have confirmed it, and which have not. */
export function CardOnLocks({ cardId }: { cardId: string }) {
  const { t, i18n } = useTranslation('access');
  const now = useNow();
  const [all, setAll] = useState(false);
  const [pollInterval, setPollInterval] = useState<number>(lookMs.soon);
  const { data, error, refetch } = useQuery(CardOnLocksDocument, {
    variables: { id: cardId, first: all ? named.all : named.few },
    fetchPolicy: 'network-only',
    nextFetchPolicy: 'network-only',
    pollInterval,
    skipPollAttempt: () => document.hidden,
  });
  const onLocks = data?.card?.onLocks;
  const due =
    !onLocks || isSettled(onLocks) || now - Date.parse(onLocks.changedAt) > soonMs ? lookMs.later : lookMs.soon;
  if (due !== pollInterval) {
    setPollInterval(due);
  }
  if (!onLocks) {
    return data ? t('locks.none') : <Pending error={error} refetch={refetch} permission="card:read" height={24} />;
  }
  const missing = waiting(onLocks);
  return (
    <div role="status">
      {(['removing', 'admitting'] as const).map((way) => (
        <Way
          key={way}
          way={way}
          count={onLocks[way]}
          locks={onLocks.behind.filter(({ admits }) => admits === (way === 'admitting'))}
        />
      ))}
      {!all && missing > named.few && (
        <Button size="compact-xs" variant="subtle" onClick={() => setAll(true)}>
          {t(missing > named.all ? 'locks.first' : 'locks.all', {
            count: missing,
            n: formatNumber(missing, i18n.language),
          })}
        </Button>
      )}
    </div>
  );
}

const waiting = ({ removing, admitting }: OnLocks) =>
  removing.total - removing.confirmed + admitting.total - admitting.confirmed;

interface WayProps {
  way: 'removing' | 'admitting';
  count: OnLocks['removing'];
  locks: readonly Lock[];
}

/** `9 din 12 încuietori au scos cardul; 3 nu încă: LM-0007 (fără semnal de 2 zile)`. */
function Way({ way, count: { total, confirmed }, locks }: WayProps) {
  const { t, i18n } = useTranslation('access');
  const now = useNow();
  if (total === 0) {
    return null;
  }
  const n = (count: number) => formatNumber(count, i18n.language);
  const missing = total - confirmed;
  const unnamed = missing - locks.length;
  return (
    <p className={classes.onLocks}>
      {t(`locks.${way}`, { count: total, total: n(total), confirmed: n(confirmed) })}
      {missing > 0 && <>; {t('locks.notYet', { count: missing, n: n(missing) })}</>}
      {locks.length > 0 && ': '}
      {locks.map((lock, index) => (
        <span key={lock.containerId}>
          {index > 0 && ', '}
          {lock.label ? (
            <TextLink inSentence to={`${paths.containers.view(lock.containerId)}?tab=whoOpens`} state={atTab}>
              {lock.label}
            </TextLink>
          ) : (
            t('locks.unseen')
          )}{' '}
          ({why(t, lock, i18n.language, now)})
        </span>
      ))}
      {locks.length > 0 && unnamed > 0 && <> {t('locks.more', { count: unnamed, n: n(unnamed) })}</>}
    </p>
  );
}

/** Why a lock has not confirmed the change, in a few words. */
function why(
  t: TFunction<'access'>,
  { state, since, heardAt, isSilent, failure }: Lock,
  language: string,
  now: number,
) {
  if (failure) {
    return t(`locks.failures.${failure}`);
  }
  if (isSilent && heardAt) {
    return t('locks.silent', { duration: formatDuration(now - Date.parse(heardAt), language) });
  }
  return state === 'unknown'
    ? t('locks.unknown')
    : t('locks.waiting', { duration: formatDuration(now - Date.parse(since), language) });
}
