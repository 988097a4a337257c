import { useClickOutside } from '@mantine/hooks';
import { useRef, useState, type FocusEvent, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconColumns, IconDownload, IconFilter, IconHistory, IconMore, IconSort, IconView } from '../../../ui/icons.ts';
import { Disclosure, PanelButton } from '../../../ui/page/Disclosure.tsx';
import { filterAdderId } from '../../../ui/page/filter-adder.ts';
import { LoadingScreen } from '../../../ui/page/LoadingPage.tsx';
import { ToolButton } from '../../../ui/page/ToolButton.tsx';
import { phone, useViewport } from '../../../ui/preferences.ts';
import type { Column, Filter } from '../../define-resource.ts';
import { SearchInput } from '../SearchInput.tsx';
import type { ListControls } from '../use-list-state.ts';
import classes from './ListToolbar.module.css';
import { part } from '../../../loading/part.ts';

// Only phones need it.
const Dialog = part(async () => (await import('../../../ui/page/Dialog.tsx')).Dialog, null);
const AsOfDialog = part(async () => (await import('../../history/AsOfDialog.tsx')).AsOfDialog, null);
const FilterPanel = part(async () => (await import('../../filters/FilterPanel.tsx')).FilterPanel, <LoadingScreen />);
const ViewPanel = part(async () => (await import('../../saved-views/ViewPanel.tsx')).ViewPanel, <LoadingScreen />);
const ColumnPanel = part(async () => (await import('./ColumnPanel.tsx')).ColumnPanel, <LoadingScreen />);
const SortPanel = part(async () => (await import('./SortPanel.tsx')).SortPanel, <LoadingScreen />);

const looks = {
  filters: { icon: IconFilter, text: 'actions.filter' },
  sort: { icon: IconSort, text: 'list.sort' },
  views: { icon: IconView, text: 'views.title' },
  columns: { icon: IconColumns, text: 'actions.columns' },
  export: { icon: IconDownload, text: 'actions.export' },
} as const;
type PanelName = keyof typeof looks;

/** The single keys of those that are opened every day. */
const keys: Partial<Record<PanelName, string>> = { filters: 'F', export: 'E' };

interface Props {
  name: string;
  /** The kind as the API calls it, where its views may be saved. */
  kind: string | null;
  filters: readonly Filter[];
  controls: ListControls;
  /** All that the viewer may see, the one that names a row first. */
  columns: readonly Pick<Column<never>, 'id' | 'sort' | 'action'>[];
  hidden: readonly string[];
  onHide: (hidden: string[]) => void;
  add: ReactNode;
  /** What lets the list be taken away. */
  exporting: ReactNode;
  mayLookBack: boolean;
  /** What the list is narrowed by, in sight below the line. */
  chips: ReactNode;
}

/** How a list is searched, narrowed and laid out, in one line; its panels open over the rows, on a phone as sheets, and load when they do. */
export function ListToolbar(props: Props) {
  const { name, kind, filters, controls, columns, hidden, onHide, add, exporting, mayLookBack, chips } = props;
  const { t } = useTranslation();
  const isPhone = useViewport(phone);
  const [lookingBack, setLookingBack] = useState(false);
  const { panel, toggle, close, around } = usePanel();
  const offered = columns.slice(1).flatMap(({ id, action }) => (action ? [] : [id]));
  const rest = [...(kind ? (['views'] as const) : []), 'columns', 'export'] as const;
  const lookBack = mayLookBack && { icon: IconHistory, label: t('asOf.open'), onClick: () => setLookingBack(true) };

  const tool = (which: PanelName) => (
    <ToolButton
      key={which}
      id={which === 'filters' ? filterAdderId : undefined}
      icon={looks[which].icon}
      label={t(looks[which].text)}
      aria-expanded={panel === which}
      aria-keyshortcuts={keys[which]}
      onClick={() => toggle(which)}
    />
  );

  return (
    <div className={classes.box} {...around}>
      <div className={classes.line}>
        <div className={classes.search}>
          <SearchInput key={controls.resets} value={controls.state.q} onSearch={controls.search} />
        </div>
        {filters.length > 0 && tool('filters')}
        {isPhone ? (
          <>
            {columns.some(({ sort }) => sort) && tool('sort')}
            <Disclosure button={(button) => <ToolButton icon={IconMore} label={t('list.more')} {...button} />}>
              {lookBack && (
                <PanelButton icon={lookBack.icon} onClick={lookBack.onClick}>
                  {lookBack.label}
                </PanelButton>
              )}
              {rest.map((which) => (
                <PanelButton key={which} icon={looks[which].icon} onClick={() => toggle(which)}>
                  {t(looks[which].text)}
                </PanelButton>
              ))}
            </Disclosure>
          </>
        ) : (
          <>
            <div className={classes.rest} />
            {lookBack && <ToolButton {...lookBack} />}
            {rest.map(tool)}
          </>
        )}
        {add && <div className={classes.add}>{add}</div>}
      </div>
      <div className={classes.chips}>{chips}</div>
      {panel && (
        <Panel name={panel} label={t(looks[panel].text)} isPhone={isPhone} onClose={close}>
          {panel === 'filters' && (
            <FilterPanel key={controls.resets} name={name} filters={filters} controls={controls} />
          )}
          {panel === 'views' && kind && (
            <ViewPanel kind={kind} filters={filters} columns={offered} hidden={hidden} onHide={onHide} />
          )}
          {panel === 'export' && exporting}
          {panel === 'columns' && <ColumnPanel name={name} columns={offered} hidden={hidden} onChange={onHide} />}
          {panel === 'sort' && <SortPanel name={name} columns={columns} controls={controls} />}
        </Panel>
      )}
      {lookingBack && <AsOfDialog onClose={() => setLookingBack(false)} />}
    </div>
  );
}

/** Which panel is open; Escape, a click elsewhere and leaving the toolbar by Tab close it. */
function usePanel() {
  const [panel, setPanel] = useState<PanelName | null>(null);
  const opener = useRef<Element | null>(null);
  const box = useClickOutside<HTMLDivElement>(close);

  function close() {
    const focused = document.activeElement;
    if (panel && focused instanceof HTMLElement && box.current?.contains(focused)) {
      focused.blur(); // a field that goes with the panel is told that it is left: what is typed there is used
    }
    setPanel(null);
  }

  function toggle(which: PanelName) {
    opener.current = document.activeElement;
    setPanel(panel === which ? null : which);
  }
  function handleKey(event: KeyboardEvent<HTMLElement>) {
    // A dialog has its own use for Escape, and so has what is open within the panel.
    const isOurs = !event.defaultPrevented && event.target instanceof Element && !event.target.closest('dialog');
    if (event.key === 'Escape' && panel && isOurs) {
      close();
      if (opener.current instanceof HTMLElement) {
        opener.current.focus();
      }
    }
  }
  function handleBlur(event: FocusEvent<HTMLElement>) {
    if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) {
      close();
    }
  }
  return { panel, toggle, close, around: { ref: box, onKeyDown: handleKey, onBlur: handleBlur } };
}

interface PanelProps {
  name: PanelName;
  label: string;
  isPhone: boolean;
  onClose: () => void;
  children: ReactNode;
}

function Panel({ name, label, isPhone, onClose, children }: PanelProps) {
  return isPhone ? (
    <Dialog title={label} as="sheet" onClose={onClose}>
      {children}
    </Dialog>
  ) : (
    <div className={classes.panel} data-of={name} role="group" aria-label={label}>
      {children}
    </div>
  );
}
