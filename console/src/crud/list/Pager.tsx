import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PageButtons } from '../../ui/page/PageButtons.tsx';
import type { PageInfo } from '../define-resource.ts';
import { pageSizes, type PageSize } from './list-state.ts';
import type { ListControls } from './use-list-state.ts';

/** Back and forth through a list, and how much of it at once. */
export function Pager({ pageInfo, controls }: { pageInfo: PageInfo; controls: ListControls }) {
  const { t } = useTranslation();
  return (
    <PageButtons
      label={t('pager.label')}
      pageInfo={pageInfo}
      onPage={(cursor) => {
        controls.goTo(cursor);
        window.scrollTo({ top: 0 });
      }}
    >
      <NativeSelect
        aria-label={t('pager.size')}
        value={String(controls.state.size)}
        onChange={(event) => controls.resize(Number(event.currentTarget.value) as PageSize)}
        data={pageSizes.map((size) => ({ value: String(size), label: t('pager.rows', { count: size }) }))}
      />
    </PageButtons>
  );
}
