import { ActionIcon, Button, Kbd } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconSearch } from '../../ui/icons.ts';
import { onSearchAsked } from '../../ui/page/ask-search.ts';
import { part } from '../../loading/part.ts';

const SearchDialog = part(async () => (await import('./SearchDialog.tsx')).SearchDialog);

/** Opens the search, as `Ctrl+K` does on every screen, and as screens may ask for it. */
export function SearchButton() {
  const { t } = useTranslation();
  // What the search begins with; null while it is closed.
  const [asked, setAsked] = useState<string | null>(null);

  const handleSearch = () => setAsked('');
  useHotkeys([['mod+K', handleSearch]], [], true);
  useEffect(function openWhenAsked() {
    return onSearchAsked(setAsked);
  }, []);

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
      {asked !== null && (
        <Suspense>
          <SearchDialog initial={asked} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </>
  );
}
