import { Button, Group, NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { IconNext, IconPrevious } from '../../ui/icons.ts';
import type { PageInfo } from '../define-resource.ts';
import { pageSizes, type PageSize } from './list-state.ts';
import type { ListControls } from './use-list-state.ts';

/** Back and forth through a list, and how much of it at once. */
export function Pager({ pageInfo, controls }: { pageInfo: PageInfo; controls: ListControls }) {
  const { t } = useTranslation();
  const start = pageInfo.hasPreviousPage ? pageInfo.startCursor : null;
  const end = pageInfo.hasNextPage ? pageInfo.endCursor : null;

  function handlePage(cursor: { after: string } | { before: string }) {
    controls.goTo(cursor);
    window.scrollTo({ top: 0 });
  }

  return (
    <Group justify="space-between" component="nav" aria-label={t('pager.label')}>
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<IconPrevious size={16} aria-hidden />}
          disabled={!start}
          title={start ? undefined : t('pager.atStart')}
          onClick={() => start && handlePage({ before: start })}
        >
          {t('pager.previous')}
        </Button>
        <Button
          variant="default"
          rightSection={<IconNext size={16} aria-hidden />}
          disabled={!end}
          title={end ? undefined : t('pager.atEnd')}
          onClick={() => end && handlePage({ after: end })}
        >
          {t('pager.next')}
        </Button>
      </Group>
      <NativeSelect
        aria-label={t('pager.size')}
        value={String(controls.state.size)}
        onChange={(event) => controls.resize(Number(event.currentTarget.value) as PageSize)}
        data={pageSizes.map((size) => ({ value: String(size), label: t('pager.rows', { count: size }) }))}
      />
    </Group>
  );
}
