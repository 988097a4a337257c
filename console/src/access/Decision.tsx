import { Alert, Button, Text } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MayOpenQuery } from '../api/generated/graphql.ts';
import { recordPath } from '../paths.ts';
import { IconNormal, IconOff, IconUnblocked } from '../ui/icons.ts';
import { TextLink } from '../ui/page/TextLink.tsx';
import classes from './Access.module.css';
import { cardStateText } from './card-state.ts';
import { explain, type ViaRecord } from './explain.ts';
import { part } from '../loading/part.ts';

const CardTransitionDialog = part(async () => (await import('./CardTransitionDialog.tsx')).CardTransitionDialog);

type MayOpen = MayOpenQuery['mayOpen'];
type Card = NonNullable<MayOpenQuery['card']>;
type Blocked = NonNullable<MayOpenQuery['cardEvents']>['nodes'][number] | undefined;

interface Props {
  decision: MayOpen;
  card: Card | null;
  blocked: Blocked;
}

/** One sentence with what settles it and what helps; below it the rules, those that would change nothing in grey. */
export function Decision({ decision, card, blocked }: Props) {
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
        <Suspense>
          <CardTransitionDialog card={card} transition="unblock" onClose={() => setUnblocking(false)} />
        </Suspense>
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

function Via({ record: { kind, id, label } }: { record: ViaRecord }) {
  const path = recordPath(kind, id);
  return path ? (
    <TextLink inSentence to={path}>
      {label}
    </TextLink>
  ) : (
    <>{label}</>
  );
}
