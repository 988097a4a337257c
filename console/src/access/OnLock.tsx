import { Alert, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { MayOpenQuery } from '../api/generated/graphql.ts';
import { IconNone, IconNormal, IconWarning } from '../ui/icons.ts';
import { useNow } from '../ui/values/clock.ts';
import { Moment } from '../ui/values/Moment.tsx';
import { isUnderAMinute } from '../ui/values/format.ts';
import classes from './Access.module.css';

const looks = {
  current: { color: 'green', Icon: IconNormal },
  waiting: { color: 'orange', Icon: IconWarning },
  unknown: { color: 'gray', Icon: IconNone },
} as const;

/** What the lock believes of the card: it decides by itself, from the list it was given last. */
export function OnLock({ onLock }: { onLock: MayOpenQuery['mayOpen']['onLock'] }) {
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
