import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { IconNext, IconPrevious } from '../../ui/icons.ts';
import type { PageInfo } from '../../crud/define-resource.ts';

/** Which page of a list is asked for. */
export type Cursor = { readonly after: string } | { readonly before: string } | null;

interface Props {
  label: string;
  pageInfo: PageInfo;
  onPage: (cursor: Cursor) => void;
}

/** Back and forth through a list; absent where there is but one page. */
export function PageButtons({ label, pageInfo, onPage }: Props) {
  const { t } = useTranslation();
  const before = pageInfo.hasPreviousPage ? pageInfo.startCursor : null;
  const after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  if (!before && !after) {
    return null;
  }
  return (
    <Group component="nav" aria-label={label} mt="sm">
      <Button
        variant="default"
        size="md"
        leftSection={<IconPrevious size={18} aria-hidden />}
        disabled={!before}
        title={before ? undefined : t('pager.atStart')}
        onClick={() => before && onPage({ before })}
      >
        {t('pager.previous')}
      </Button>
      <Button
        variant="default"
        size="md"
        rightSection={<IconNext size={18} aria-hidden />}
        disabled={!after}
        title={after ? undefined : t('pager.atEnd')}
        onClick={() => after && onPage({ after })}
      >
        {t('pager.next')}
      </Button>
    </Group>
  );
}

/** The paging arguments of a list's query. */
export const pageAt = (cursor: Cursor, size: number) =>
  cursor && 'before' in cursor ? { last: size, before: cursor.before } : { first: size, after: cursor?.after ?? null };
