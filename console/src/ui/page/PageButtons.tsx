import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconNext, IconPrevious } from '../icons.ts';

/** Which page of a list is asked for. */
export type Cursor = { readonly after: string } | { readonly before: string };

export interface PageInfo {
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly startCursor?: string | null | undefined;
  readonly endCursor?: string | null | undefined;
}

interface Props {
  label: string;
  pageInfo: PageInfo;
  onPage: (cursor: Cursor) => void;
  size?: 'sm' | 'md';
  /** What stands beside the buttons, which are then there even for a single page. */
  children?: ReactNode;
}

/** Of a button that has led to the end: one that the browser disables loses the focus, and says nobody why. */
export const leadsNowhere = (why: string) => ({ 'aria-disabled': true, 'data-disabled': true, title: why }) as const;

/** Back and forth through a list; absent where there is but one page. */
export function PageButtons({ label, pageInfo, onPage, size = 'sm', children }: Props) {
  const { t } = useTranslation();
  const before = pageInfo.hasPreviousPage ? pageInfo.startCursor : null;
  const after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  const iconSize = size === 'md' ? 18 : 16;
  if (!before && !after && !children) {
    return null;
  }
  return (
    <Group component="nav" justify="space-between" aria-label={label} data-screen-only>
      <Group gap="xs">
        <Button
          variant="default"
          size={size}
          leftSection={<IconPrevious size={iconSize} aria-hidden />}
          {...(!before && leadsNowhere(t('pager.atStart')))}
          onClick={() => before && onPage({ before })}
        >
          {t('pager.previous')}
        </Button>
        <Button
          variant="default"
          size={size}
          rightSection={<IconNext size={iconSize} aria-hidden />}
          {...(!after && leadsNowhere(t('pager.atEnd')))}
          onClick={() => after && onPage({ after })}
        >
          {t('pager.next')}
        </Button>
      </Group>
      {children}
    </Group>
  );
}

/** The paging arguments of a list's query. */
export const pageAt = (cursor: Cursor | null, size: number) =>
  cursor && 'before' in cursor ? { last: size, before: cursor.before } : { first: size, after: cursor?.after ?? null };
