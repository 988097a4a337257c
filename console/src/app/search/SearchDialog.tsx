import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { TFunction } from 'i18next';
import { useEffect, useId, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import type { SearchQuery } from '../../api/generated/graphql.ts';
import { useQuery } from '../../api/use-query.ts';
import { useViewer } from '../../session/viewer.ts';
import { Dialog } from '../../ui/page/Dialog.tsx';
import { atTab } from '../../ui/page/use-address.ts';
import { IconSearch } from '../../ui/icons.ts';
import { SearchDocument } from './search.graphql.ts';
import classes from './SearchDialog.module.css';
import { actionHits, askedAction, askedHits } from './action-hits.ts';
import type { HitGroup } from './hit-group.ts';
import { groupHits, guideHits, recentHits, screenHits } from './search-hits.ts';
import { useReportHits } from './use-report-hits.ts';

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
        void navigate(first, { state: atTab });
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
        void navigate(entry.to, { state: atTab });
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

interface SearchResultsProps {
  id: string;
  groups: readonly HitGroup[];
  /** Place of the entry that Enter would open. */
  active: number;
  onGo: () => void;
}

/** What was found, kind by kind. The text field keeps the focus and the keys; entries are links for the pointer. */
function SearchResults({ id, groups, active, onGo }: SearchResultsProps) {
  const { t } = useTranslation();
  const starts = groups.map((_, index) => groups.slice(0, index).reduce((sum, { entries }) => sum + entries.length, 0));
  return (
    <div id={id} role="listbox" aria-label={t('search.results')} className={classes.results}>
      {groups.map(({ label, entries }, index) => (
        // What was asked for and what can be done are called the same.
        <div key={`${index} ${label}`} role="group" aria-labelledby={`${id}-group-${index}`}>
          <div id={`${id}-group-${index}`} role="presentation" className={classes.group}>
            {label}
          </div>
          {entries.map(({ to, label: name, description, icon: Icon, aside }, offset) => {
            const position = (starts[index] ?? 0) + offset;
            return (
              <Link
                key={to}
                id={`${id}-${position}`}
                role="option"
                aria-selected={position === active}
                tabIndex={-1}
                to={to}
                state={atTab}
                className={classes.entry}
                data-aside={aside || undefined}
                onClick={(event) => {
                  // Another tab leaves the search as it is.
                  if (!event.ctrlKey && !event.metaKey && !event.shiftKey) {
                    onGo();
                  }
                }}
              >
                <Icon size={18} aria-hidden />
                <span className={classes.name}>
                  {name}
                  {description && <small>{description}</small>}
                </span>
              </Link>
            );
          })}
        </div>
      ))}
    </div>
  );
}

/** Milliseconds without a key before the server is asked. */
const searchMs = 150;

/** Letters and digits from which records are searched, as in the server. */
const minCharacters = 2;

const isWorthAsking = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, '').length >= minCharacters;

/** Hits shown; one more is asked for, which says that there are more. */
const shownHits = 20;

interface Found {
  readonly hits: SearchQuery['search'];
  /** Whether there are more than are shown. */
  readonly capped: boolean;
  /** `idle` while too little is typed, `waiting` until what is typed now is answered. */
  readonly state: 'idle' | 'waiting' | 'answered' | 'failed';
}

/**
 * What the server finds for what is typed: the answer to an older text never takes the place of a newer one's. Hits may name
 * people, so they stay out of the cache.
 */
function useSearch(typed: string): Found {
  const text = typed.trim();
  const [asked] = useDebouncedValue(text, searchMs);
  const worth = isWorthAsking(text);
  const { data, previousData, loading, error } = useQuery(SearchDocument, {
    variables: { text: asked },
    skip: !worth || !isWorthAsking(asked),
    fetchPolicy: 'no-cache',
  });
  if (!worth) {
    return { hits: [], capped: false, state: 'idle' };
  }
  if (loading || asked !== text) {
    // What was found before stays in sight meanwhile: the list must not jump at each letter.
    return { ...shown((data ?? previousData)?.search), state: 'waiting' };
  }
  return { ...shown(data?.search), state: error ? 'failed' : 'answered' };
}

const shown = (found: SearchQuery['search'] = []) => ({
  hits: found.slice(0, shownHits),
  capped: found.length > shownHits,
});
