import { ActionIcon, Button, Kbd } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconSearch } from '../../ui/icons.ts';

const SearchDialog = lazy(async () => ({ default: (await import('./SearchDialog.tsx')).SearchDialog }));

/** Opens the search, as `Ctrl+K` does on every screen. */
export function SearchButton() {
  const { t } = useTranslation();
  const [searching, setSearching] = useState(false);

  const handleSearch = () => setSearching(true);
  useHotkeys([['mod+K', handleSearch]], [], true);

  return (
    <>
      <Button
        visibleFrom="md"
        variant="default"
        size="xs"
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={<Kbd size="xs">Ctrl K</Kbd>}
        aria-keyshortcuts="/"
        onClick={handleSearch}
      >
        {t('search.open')}
      </Button>
      <ActionIcon
        hiddenFrom="md"
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('search.open')}
        onClick={handleSearch}
      >
        <IconSearch size={18} aria-hidden />
      </ActionIcon>
      {searching && (
        <Suspense>
          <SearchDialog onClose={() => setSearching(false)} />
        </Suspense>
      )}
    </>
  );
}
