import { Alert, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { MayOpenQuery } from '../api/generated/graphql.ts';
import { IconNormal, IconWarning } from '../ui/icons.ts';
import { Moment } from '../ui/Moment.tsx';
import classes from './Access.module.css';

/** What the lock believes of the card: it decides by itself, from the list it was given last. */
export function OnLock({ onLock }: { onLock: MayOpenQuery['mayOpen']['onLock'] }) {
  const { t } = useTranslation('access');
  const { version, current, waitingSince, askedAt, failure } = onLock;
  return (
    <Alert
      color={current ? 'green' : 'orange'}
      icon={current ? <IconNormal aria-hidden /> : <IconWarning aria-hidden />}
      title={t(current ? 'lock.current' : 'lock.old')}
      role="status"
    >
      <ul className={classes.facts}>
        {waitingSince && (
          <li>
            {t('lock.waitingSince')} <Moment at={waitingSince} />
          </li>
        )}
        {failure && !current && <li>{t(`failures.${failure}`)}</li>}
        <li>{version === null || version === undefined ? t('lock.never') : t('lock.version', { version })}</li>
        {askedAt && (
          <li>
            {t('lock.askedAt')} <Moment at={askedAt} />
          </li>
        )}
      </ul>
      <Text fz="sm">{t(current ? 'lock.currentHint' : 'lock.oldHint')}</Text>
    </Alert>
  );
}
