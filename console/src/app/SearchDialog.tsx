import '@mantine/spotlight/styles.css';
import { useQuery } from '@apollo/client/react';
import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { useEffect, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Icon } from '@tabler/icons-react';
import { paths } from '../paths.ts';
import { useViewer } from '../session/viewer.ts';
import { fold } from '../ui/format.ts';
import { IconCard, IconEntrance, IconSearch, IconSettings, IconTowerBlock } from '../ui/icons.ts';
import { menuFor } from './menu.ts';
import { SearchDocument } from './search.graphql.ts';

interface Props {
  opened: boolean;
  onClose: () => void;
}

interface Hit {
  readonly to: string;
  readonly label: string;
  readonly description?: string;
  readonly icon: Icon;
}

const [store, spotlight] = createSpotlight();

const searchMs = 250;
/** Letters from which records are searched. */
const minLetters = 2;

/** Goes anywhere by typing: screens, tower blocks, entrances, cards by their serial. */
export function SearchDialog({ opened, onClose }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const viewer = useViewer();
  const [query, setQuery] = useState('');
  const [q] = useDebouncedValue(query.trim(), searchMs);

  const { data, loading } = useQuery(SearchDocument, {
    variables: { q, ...viewer.sees },
    skip: q.length < minLetters || !viewer.may('entrance:read'),
    fetchPolicy: 'cache-and-network',
  });

  useEffect(
    function followCaller() {
      if (opened) {
        spotlight.open();
      }
    },
    [opened],
  );

  const screens: Hit[] = [
    ...menuFor(viewer).map(({ name, to, icon }) => ({ to, label: t(`menu.${name}`), icon })),
    { to: paths.settings, label: t('actions.settings'), icon: IconSettings },
  ].filter(({ label }) => fold(label).includes(fold(query.trim())));
  const groups: readonly { label: string; hits: readonly Hit[] }[] = [
    { label: t('search.screens'), hits: screens },
    {
      label: t('menu.towerBlocks'),
      hits: (data?.towerBlocks?.nodes ?? []).map(({ id, label, locality }) => ({
        to: paths.towerBlocks.view(id),
        label,
        description: locality,
        icon: IconTowerBlock,
      })),
    },
    {
      label: t('menu.entrances'),
      hits: (data?.entrances.nodes ?? []).map(({ id, label }) => ({
        to: paths.entrances.view(id),
        label,
        icon: IconEntrance,
      })),
    },
    {
      label: t('menu.cards'),
      hits: (data?.cards?.nodes ?? []).map(({ id, displaySerialNumber }) => ({
        to: paths.cards.view(id),
        label: displaySerialNumber,
        icon: IconCard,
      })),
    },
  ].filter(({ hits }) => hits.length > 0);

  // Enter without having moved to an entry means the first one.
  function handleKey(event: KeyboardEvent) {
    const first = groups[0]?.hits[0];
    if (event.key === 'Enter' && first && !document.querySelector('[data-action][data-selected]')) {
      spotlight.close();
      void navigate(first.to);
    }
  }

  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      query={query}
      onQueryChange={setQuery}
      onSpotlightClose={onClose}
      scrollable
      maxHeight={480}
      attributes={{ content: { 'aria-label': t('search.open') } }}
    >
      <Spotlight.Search
        placeholder={t('search.placeholder')}
        aria-label={t('search.open')}
        leftSection={<IconSearch size={18} aria-hidden />}
        onKeyDown={handleKey}
      />
      <Spotlight.ActionsList>
        {groups.map(({ label, hits }) => (
          <Spotlight.ActionsGroup key={label} label={label}>
            {hits.map(({ to, icon: Icon, ...hit }) => (
              <Spotlight.Action
                key={to}
                label={hit.label}
                {...(hit.description && { description: hit.description })}
                leftSection={<Icon size={18} aria-hidden />}
                onClick={() => void navigate(to)}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {groups.length === 0 && <Spotlight.Empty>{t(loading ? 'loading.screen' : 'search.nothing')}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
