import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { paths } from '../../paths.ts';
import { useViewer } from '../../session/viewer.ts';
import { IconSearch } from '../../ui/icons.ts';
import { askSearch } from '../../ui/page/ask-search.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Link } from '../../ui/page/Link.tsx';
import { nameInAddress } from './name-in-address.ts';
import { recentPages } from './recent.ts';

interface Props {
  title: string;
  /** Where else one may have wanted to go. */
  actions?: ReactNode;
  children?: ReactNode;
}

/** There is no such page, or no such record any more: offers to search for what the address names, and the way home. */
export function NothingHere({ title, actions, children }: Props) {
  const { t } = useTranslation('common');
  const { pathname } = useLocation();
  const { id, isStaff } = useViewer();
  // An id says nothing to the search; what was called so a while ago, it may find under another.
  const seen = recentPages(id).find(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
  const name = seen?.label ?? nameInAddress(pathname);
  return (
    <EmptyState
      icon={IconSearch}
      title={title}
      actions={
        <>
          {isStaff && (
            <Button leftSection={<IconSearch size={16} aria-hidden />} onClick={() => askSearch(name)}>
              {name === '' ? t('search.open') : t('notFound.search', { name })}
            </Button>
          )}
          {actions}
          <Button component={Link} to={paths.home} {...(isStaff && { variant: 'default' })}>
            {t('notFound.home')}
          </Button>
        </>
      }
    >
      {children}
    </EmptyState>
  );
}
