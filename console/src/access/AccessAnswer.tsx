import { Alert, Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MayOpenQuery } from '../api/generated/graphql.ts';
import { useQuery } from '../api/use-query.ts';
import { Pending } from '../crud/list/Pending.tsx';
import { part } from '../loading/part.ts';
import { useViewer } from '../session/viewer.ts';
import { IconNone, IconNormal, IconOff, IconUnblocked, IconWarning } from '../ui/icons.ts';
import { RecordLink } from '../ui/values/RecordLink.tsx';
import { useNow } from '../ui/values/clock.ts';
import { isUnderAMinute } from '../ui/values/format.ts';
import { Moment } from '../ui/values/Moment.tsx';
import { MayOpenDocument } from './access.graphql.ts';
import classes from './Access.module.css';
import { cardStateText } from './card-state.ts';
import { explain, type ViaRecord } from './explain.ts';

interface Props {
  cardId: string;
  containerId: string;
}

/** Whether a card opens a container, by which rules, and what the lock itself believes: what people call about (domain.md, "Who opens what"). */
export function AccessAnswer({ cardId, containerId }: Props) {
  const viewer = useViewer();
  const { data, error, refetch } = useQuery(MayOpenDocument, {
    variables: { cardId, containerId, ...viewer.sees },
    fetchPolicy: 'network-only',
  });
  if (error || !data) {
    return <Pending error={error} refetch={refetch} permission="card:read" />;
  }
  return (
    <>
      <Decision decision={data.mayOpen} card={data.card ?? null} blocked={data.cardEvents?.nodes[0]} />
      <OnLock onLock={data.mayOpen.onLock} />
    </>
  );
}

const CardTransitionDialog = part(async () => (await import('./CardTransitionDialog.tsx')).CardTransitionDialog, null);

type MayOpen = MayOpenQuery['mayOpen'];
type Card = NonNullable<MayOpenQuery['card']>;
type Blocked = NonNullable<MayOpenQuery['cardEvents']>['nodes'][number] | undefined;

interface DecisionProps {
  decision: MayOpen;
  card: Card | null;
  blocked: Blocked;
}

/** One sentence with what settles it and what helps; below it the rules, those that would change nothing in grey. */
function Decision({ decision, card, blocked }: DecisionProps) {
  const { t, i18n } = useTranslation('access');
  const [unblocking, setUnblocking] = useState(false);
  const { allowed, decisive, reasons } = decision;
  const { cause, remedy, at } = explain(t, decision, card);
  const state = decisive === 'card_normal' && card ? cardStateText(t, card, blocked, i18n.language) : null;
  return (
    <>
      <Alert
        color={allowed ? 'green' : 'red'}
        icon={allowed ? <IconNormal aria-hidden /> : <IconOff aria-hidden />}
        title={t(allowed ? 'yes' : 'no', { cause: state ?? cause })}
        role="status"
      >
        {decisive === 'card_normal' && card?.viewerCanUnblock && (
          <Button size="xs" leftSection={<IconUnblocked size={16} aria-hidden />} onClick={() => setUnblocking(true)}>
            {t('common:actions.unblock')}
          </Button>
        )}
        {decisive === 'card_normal' && card?.status === 'erased' && t('remedies.erased')}
        {remedy && (
          <Text fz="sm" c="var(--mantine-color-text)">
            {remedy} {at && <Via record={at} />}
          </Text>
        )}
      </Alert>
      <ol className={`plain ${classes.reasons}`} aria-label={t('rules.title')}>
        {reasons.map((reason) => (
          <Reason key={reason.rule} reason={reason} />
        ))}
      </ol>
      {unblocking && card && (
        <CardTransitionDialog card={card} transition="unblock" onClose={() => setUnblocking(false)} />
      )}
    </>
  );
}

function Reason({ reason: { rule, holds, matters, via } }: { reason: MayOpen['reasons'][number] }) {
  const { t } = useTranslation('access');
  return (
    <li data-quiet={!matters || undefined}>
      {holds ? <IconNormal size={16} aria-hidden /> : <IconOff size={16} aria-hidden />}
      <span>
        <strong>{t(holds ? 'holds' : 'fails')}</strong> {t(`rules.${rule}`)}
        {!matters && ` (${t('rules.needless')})`}
        {via.length > 0 && (
          <Text component="span" fz="sm" display="block">
            {via.map((record, index) => (
              <span key={`${record.kind} ${record.id}`}>
                {index > 0 && ' › '}
                <Via record={record} />
              </span>
            ))}
          </Text>
        )}
      </span>
    </li>
  );
}

const Via = ({ record: { kind, id, label } }: { record: ViaRecord }) => (
  <RecordLink inSentence kind={kind} id={id}>
    {label}
  </RecordLink>
);

const looks = {
  current: { color: 'green', Icon: IconNormal },
  waiting: { color: 'orange', Icon: IconWarning },
  unknown: { color: 'gray', Icon: IconNone },
} as const;

/** What the lock believes of the card: it decides by itself, from the list it was given last. */
function OnLock({ onLock }: { onLock: MayOpenQuery['mayOpen']['onLock'] }) {
  const { t } = useTranslation('access');
  const now = useNow();
  const { version, state, waitingSince, askedAt, failure } = onLock;
  const { color, Icon } = looks[state];
  return (
    <Alert color={color} icon={<Icon aria-hidden />} title={t(`lock.${state}`)} role="status">
      <ul className={classes.facts}>
        {waitingSince && (
          <li>
            {isUnderAMinute(waitingSince, now) ? (
              t('lock.changedJustNow')
            ) : (
              <>
                {t('lock.changed')} <Moment at={waitingSince} />
              </>
            )}
          </li>
        )}
        {failure && state !== 'current' && <li>{t(`failures.${failure}`)}</li>}
        <li>{version === null || version === undefined ? t('lock.never') : t('lock.version', { version })}</li>
        {askedAt && (
          <li>
            {t('lock.askedAt')} <Moment at={askedAt} />
          </li>
        )}
      </ul>
      <Text fz="sm">{t(`lock.${state}Hint`)}</Text>
    </Alert>
  );
}
