import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import classes from './Tabs.module.css';
import type { atTab } from './use-address.ts';

interface Props {
  tabs: readonly { readonly id: string; readonly label: string }[];
  open: string;
  onOpen: (id: string) => void;
  /** The content of the open tab. */
  children: ReactNode;
}

/** Where the arrow keys lead from tab `index` of `count`; undefined for any other key. */
function tabAfter(key: string, index: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return (index + 1) % count;
    case 'ArrowLeft':
      return (index + count - 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

/** Parts of a page of which one is shown (WAI-ARIA tabs: one stop of the Tab key, arrows between them). */
export function Tabs({ tabs, open, onOpen, children }: Props) {
  const id = useId();
  const index = tabs.findIndex((tab) => tab.id === open);
  const list = useRef<HTMLDivElement>(null);
  useEffect(
    function showOpenTab() {
      // On a phone not all of them fit; the page itself stays where it is.
      const [tab, frame] = [list.current?.querySelector<HTMLElement>('[aria-selected=true]'), list.current];
      if (tab && frame) {
        frame.scrollLeft = tab.offsetLeft - (frame.clientWidth - tab.offsetWidth) / 2;
      }
    },
    [open],
  );
  /** The tab was opened by somebody who had scrolled to it. */
  const [isBelow, setBelow] = useState(false);
  const { key, state } = useLocation();
  const leads = (state as Partial<typeof atTab> | null)?.atTab === true;
  useEffect(
    function leadToTab() {
      const tab = leads && list.current?.querySelector<HTMLElement>('[aria-selected=true]');
      if (tab && tab.getBoundingClientRect().top > window.innerHeight / 4) {
        tab.focus({ preventScroll: true });
        tab.scrollIntoView({ block: 'start' });
      }
    },
    // Followed once more, it leads here once more.
    [leads, key],
  );

  function openTab(next: string) {
    setBelow(window.scrollY > 0);
    onOpen(next);
  }

  function handleKey(event: KeyboardEvent<HTMLElement>) {
    const next = tabs[tabAfter(event.key, index, tabs.length) ?? -1];
    if (next) {
      event.preventDefault();
      openTab(next.id);
      event.currentTarget.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus();
    }
  }

  return (
    <div>
      <div role="tablist" ref={list} className={classes.list} onKeyDown={handleKey}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            data-tab={tab.id}
            aria-selected={tab.id === open}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === open ? 0 : -1}
            className={classes.tab}
            onClick={() => openTab(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${open}`}
        key={open}
        className={leads || isBelow ? classes.roomy : undefined}
      >
        {children}
      </div>
    </div>
  );
}
