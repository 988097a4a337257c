import { Box, Button, Group, Paper } from '@mantine/core';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconColumns, IconDownload, IconFilter, IconHistory, IconView } from '../../ui/icons.ts';
import { LoadingScreen } from '../../ui/page/LoadingPage.tsx';
import type { Filter } from '../define-resource.ts';
import { SearchInput } from './SearchInput.tsx';
import type { ListControls } from './use-list-state.ts';

const AsOfDialog = lazy(async () => ({ default: (await import('../history/AsOfDialog.tsx')).AsOfDialog }));
const FilterPanel = lazy(async () => ({ default: (await import('../filters/FilterPanel.tsx')).FilterPanel }));
const ViewPanel = lazy(async () => ({ default: (await import('../saved-views/ViewPanel.tsx')).ViewPanel }));
const ColumnPanel = lazy(async () => ({ default: (await import('./ColumnPanel.tsx')).ColumnPanel }));

type PanelName = 'filters' | 'views' | 'columns' | 'export';

const titles = {
  filters: 'actions.filter',
  views: 'views.title',
  columns: 'actions.columns',
  export: 'actions.export',
} as const;

interface Props {
  name: string;
  /** The kind as the API calls it, where its views may be saved. */
  kind: string | null;
  filters: readonly Filter[];
  controls: ListControls;
  columns: readonly string[];
  hidden: readonly string[];
  onHide: (hidden: string[]) => void;
  add: ReactNode;
  /** What lets the list be taken away. */
  exporting: ReactNode;
  mayLookBack: boolean;
}

/** How a list is searched, narrowed and laid out; the panels open below and load when they do. */
export function ListToolbar(props: Props) {
  const { name, kind, filters, controls, columns, hidden, onHide, add, exporting, mayLookBack } = props;
  const { t } = useTranslation();
  const [lookingBack, setLookingBack] = useState(false);
  const [panel, setPanel] = useState<PanelName | null>(null);

  const toggle = (which: PanelName) => ({
    variant: 'default',
    onClick: () => setPanel(panel === which ? null : which),
    'aria-expanded': panel === which,
  });

  return (
    <>
      <Group gap="xs">
        <SearchInput value={controls.state.q} onSearch={controls.search} />
        {filters.length > 0 && (
          <Button leftSection={<IconFilter size={16} aria-hidden />} {...toggle('filters')}>
            {t('actions.filter')}
          </Button>
        )}
        <Box visibleFrom="sm" ml="auto" />
        {mayLookBack && (
          <Button
            variant="default"
            leftSection={<IconHistory size={16} aria-hidden />}
            onClick={() => setLookingBack(true)}
          >
            {t('asOf.open')}
          </Button>
        )}
        {kind && (
          <Button leftSection={<IconView size={16} aria-hidden />} {...toggle('views')}>
            {t('views.title')}
          </Button>
        )}
        <Button leftSection={<IconColumns size={16} aria-hidden />} {...toggle('columns')}>
          {t('actions.columns')}
        </Button>
        <Button leftSection={<IconDownload size={16} aria-hidden />} {...toggle('export')}>
          {t('actions.export')}
        </Button>
        {add}
      </Group>
      {panel && (
        <Paper withBorder p="sm" role="group" aria-label={t(titles[panel])}>
          <Suspense fallback={<LoadingScreen />}>
            {panel === 'filters' && <FilterPanel name={name} filters={filters} controls={controls} />}
            {panel === 'views' && kind && <ViewPanel kind={kind} filters={filters} hidden={hidden} onHide={onHide} />}
            {panel === 'export' && exporting}
            {panel === 'columns' && <ColumnPanel name={name} columns={columns} hidden={hidden} onChange={onHide} />}
          </Suspense>
        </Paper>
      )}
      {lookingBack && (
        <Suspense>
          <AsOfDialog onClose={() => setLookingBack(false)} />
        </Suspense>
      )}
    </>
  );
}
