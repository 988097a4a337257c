import { Alert, Text, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../ui/values/format.ts';
import { IconFailed, IconNormal } from '../../ui/icons.ts';
import { checksumOf, type Controller } from './controller.ts';
import classes from './Playground.module.css';

/** Serials that are shown; the others are counted. */
const shownSerials = 500;

/** What the played controller holds, and whether it is what the server says it should be. */
export function ControllerList({ controller }: { controller: Controller }) {
  const { t, i18n } = useTranslation('playground');
  const own = useChecksum(controller);
  const { version, admitted, reading, wanted, isWithheld } = controller;
  const counted = (count: number) => ({ count, n: formatNumber(count, i18n.language) });
  const isRight = own !== null && own === wanted;
  const isComparable = reading === null && wanted !== null && own !== null && !isWithheld;
  return (
    <section aria-labelledby="controller-list">
      <Title order={2} fz="md" mb={4} id="controller-list">
        {t('sync.holds')}
      </Title>
      <Text fz="sm">{version === null ? t('sync.nothing') : t('sync.version', { version })}</Text>
      <Text fz="sm">{t('sync.cards', counted(admitted.size))}</Text>
      {reading && <Text fz="sm">{t('sync.reading', counted(reading.admitted.size))}</Text>}
      <div role="status">
        {isWithheld && (
          <Alert color="red" icon={<IconFailed aria-hidden />}>
            {t('sync.withheld')}
          </Alert>
        )}
        {isComparable && (
          <Alert
            color={isRight ? 'green' : 'red'}
            icon={isRight ? <IconNormal aria-hidden /> : <IconFailed aria-hidden />}
            title={t(isRight ? 'sync.right' : 'sync.wrong')}
          >
            <span className={classes.checksum}>{own}</span>
          </Alert>
        )}
      </div>
      {admitted.size > 0 && (
        <pre className={classes.code} tabIndex={0} role="region" aria-label={t('sync.serials')}>
          {[...admitted].toSorted().slice(0, shownSerials).join('\n')}
        </pre>
      )}
    </section>
  );
}

/** Of what the controller holds; null until it is worked out. */
function useChecksum({ admitted }: Controller): string | null {
  const [worked, setWorked] = useState<{ of: unknown; checksum: string | null }>({ of: null, checksum: null });
  useEffect(
    function workOut() {
      let isCurrent = true;
      void checksumOf(admitted).then((checksum) => isCurrent && setWorked({ of: admitted, checksum }));
      return () => {
        isCurrent = false;
      };
    },
    [admitted],
  );
  return worked.of === admitted ? worked.checksum : null;
}
