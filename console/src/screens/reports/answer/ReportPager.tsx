import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from '../Report.module.css';
import { IconNext, IconPrevious } from '../../../ui/icons.ts';

interface Props {
  /** Where this page begins; null on the first. */
  after: string | null;
  /** Where the next page begins; null on the last. */
  next: string | null | undefined;
  onPage: (after: string | null) => void;
}

/** From page to page; nothing where there is but one. */
export function ReportPager({ after, next, onPage }: Props) {
  const { t } = useTranslation(['reports', 'common']);
  if (after === null && !next) {
    return null;
  }
  return (
    <Group component="nav" aria-label={t('common:pager.label')} gap="xs" className={classes.pager}>
      {after !== null && (
        <Button variant="default" leftSection={<IconPrevious size={16} aria-hidden />} onClick={() => onPage(null)}>
          {t('firstPage')}
        </Button>
      )}
      {next && (
        <Button variant="default" rightSection={<IconNext size={16} aria-hidden />} onClick={() => onPage(next)}>
          {t('common:pager.next')}
        </Button>
      )}
    </Group>
  );
}
