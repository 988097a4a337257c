import { TextInput } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useEffect, useId, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useViewer } from '../../session/viewer.ts';
import { Dialog } from '../../ui/page/Dialog.tsx';
import { IconSearch } from '../../ui/icons.ts';
import classes from './SearchDialog.module.css';
import { actionHits, askedAction, askedHits } from './action-hits.ts';
import { SearchResults } from './SearchResults.tsx';
import type { HitGroup } from './hit-group.ts';
import { groupHits, guideHits, recentHits, screenHits } from './search-hits.ts';
import { useReportHits } from './use-report-hits.ts';
import { useSearch } from './use-search.ts';

interface Props {
  /** What is typed already. */
  initial: string;
  onClose: () => void;
}

/** Goes anywhere by typing: screens, records of every kind by number, name, address or id, and to what can be done. */
export function SearchDialog({ initial, onClose }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const viewer = useViewer();
  const listId = useId();
  const [text, setText] = useState(initial);
  const [active, setActive] = useState(0);
  // Enter was pressed before the answer was there: a card reader types a serial and Enter in one go.
  const [entered, setEntered] = useState(false);
  const asked = askedAction(text, t);
  const { hits, capped, state } = useSearch(asked?.record ?? text);
  const reports = useReportHits(text);

  const groups: readonly HitGroup[] = [
    ...(asked ? askedHits(asked, hits, viewer, t) : []),
    ...groupHits(hits, viewer, t),
    ...(text.trim() === '' ? recentHits(viewer, t) : []),
    ...screenHits(viewer, text, t),
    ...actionHits(viewer, text, t),
    ...reports,
    ...guideHits(viewer, text, t),
  ];
  const entries = groups.flatMap((group) => group.entries);
  // The list may have become shorter under the place where the keys had been.
  const at = Math.min(active, entries.length - 1);

  const first = state === 'answered' ? entries[0]?.to : undefined;

  useEffect(
    function goWhenAnswered() {
      if (entered && first !== undefined) {
        onClose();
        void navigate(first);
      }
    },
    [entered, first, navigate, onClose],
  );

  function handleType(typed: string) {
    setText(typed);
    setActive(0);
    setEntered(false);
  }
  function handleKey(event: KeyboardEvent) {
    const last = entries.length - 1;
    const position = { ArrowDown: at < last ? at + 1 : 0, ArrowUp: at > 0 ? at - 1 : last }[event.key];
    if (position !== undefined) {
      event.preventDefault();
      setActive(position);
      document.querySelector(`[id="${listId}-${position}"]`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const entry = entries[at];
      // Who has gone to an entry means that one; who has not means the first of those to come.
      if (state === 'waiting' && at <= 0) {
        setEntered(true);
      } else if (entry) {
        onClose();
        void navigate(entry.to);
      }
    }
  }

  return (
    <Dialog title={t('search.open')} as="search" onClose={onClose}>
      <TextInput
        role="combobox"
        aria-label={t('search.open')}
        aria-expanded={entries.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={entries[at] ? `${listId}-${at}` : undefined}
        autoComplete="off"
        spellCheck={false}
        size="md"
        placeholder={t('search.placeholder')}
        leftSection={<IconSearch size={18} aria-hidden />}
        value={text}
        onChange={(event) => handleType(event.currentTarget.value)}
        onKeyDown={handleKey}
      />
      <p role="status" className={classes.status} data-quiet={state === 'idle' || undefined}>
        {state === 'waiting' && t('search.waiting')}
        {state === 'failed' && t('search.failed')}
        {state === 'answered' && (hits.length > 0 || entries.length === 0) && said(t, hits.length, capped)}
      </p>
      <SearchResults id={listId} groups={groups} active={at} onGo={onClose} />
    </Dialog>
  );
}

/** How many hits there are; of more than are shown, that these are the first. */
function said(t: TFunction, count: number, capped: boolean): string {
  if (count === 0) {
    return t('search.nothing');
  }
  return capped ? t('search.capped', { count }) : t('search.found', { count });
}
