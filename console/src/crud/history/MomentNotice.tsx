import { Alert, Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { focusAdder } from '../../ui/page/filter-adder.ts';
import { asOfKey } from '../../ui/values/as-of.ts';
import { formatExact } from '../../ui/values/format.ts';
import { IconHistory } from '../../ui/icons.ts';
import type { Moment } from './moment.ts';
import { Notice } from '../Notice.tsx';

/** Says that what is shown is of the past, and leads back; or that the address names no moment of it. */
export function MomentNotice({ moment: { variables, ignored } }: { moment: Moment }) {
  const { t, i18n } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const now = new URLSearchParams(search);
  for (const key of [asOfKey, 'after', 'before']) {
    now.delete(key);
  }
  if (ignored) {
    return <Notice onClose={() => setSearch(now, { replace: true })}>{t('asOf.ignored')}</Notice>;
  }
  if (variables.asOf === undefined) {
    return null;
  }
  return (
    <Alert color="yellow" role="status" icon={<IconHistory aria-hidden />}>
      <Group justify="space-between" gap="xs">
        {t('asOf.banner', { moment: formatExact(variables.asOf, i18n.language) })}
        <Button component={Link} to={{ search: now.toString() }} size="xs" variant="default" onClick={focusAdder}>
          {t('asOf.present')}
        </Button>
      </Group>
    </Alert>
  );
}
