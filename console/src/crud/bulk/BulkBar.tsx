import { Button } from '@mantine/core';
import { useState, type MouseEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../ui/values/format.ts';
import { LoadingScreen } from '../../ui/page/LoadingPage.tsx';
import type { BulkOffer } from './bulk-offer.ts';
import classes from './Bulk.module.css';
import type { Selection } from './use-selection.ts';
import { part } from '../../loading/part.ts';

const BulkDialog = part(async () => (await import('./BulkDialog.tsx')).BulkDialog, <LoadingScreen />);

interface Props {
  offers: readonly BulkOffer[];
  selection: Selection;
  /** Rows that the list matches, and what it asks for. */
  total: number;
  filter: Readonly<Record<string, unknown>>;
  onStarted: (jobId: string) => void;
  /** What else can be done with them: buttons. */
  children?: ReactNode;
}

/** What can be done with the rows that are picked; stays in sight below the list. */
export function BulkBar({ offers, selection, total, filter, onStarted, children }: Props) {
  const { t, i18n } = useTranslation(['bulk', 'common']);
  const [offer, setOffer] = useState<BulkOffer | null>(null);
  const count = selection.everything ? total : selection.picked.size;
  const n = (value: number) => formatNumber(value, i18n.language);

  // Either is gone with what was pressed: whoever goes on by the keyboard does so at what may be done, or in the list.
  function handleEverything({ currentTarget }: MouseEvent) {
    const { nextElementSibling: action } = currentTarget;
    if (action instanceof HTMLElement) {
      action.focus();
    }
    selection.takeEverything();
  }
  function handleClear() {
    const last = document.getElementById(`row-${[...selection.picked.keys()].at(-1)}`);
    (last ?? document.querySelector<HTMLElement>('[data-row]'))?.focus({ preventScroll: true });
    selection.clear();
  }
  function handleStarted(jobId: string) {
    selection.clear();
    onStarted(jobId);
  }

  return (
    <div className={classes.bar} data-bulk-bar role="group" aria-label={t('bar.label')}>
      <span className={classes.count} role="status">
        {t(selection.everything ? 'bar.everything' : 'bar.picked', { count, n: n(count) })}
      </span>
      {!selection.everything && selection.page === 'all' && total > selection.picked.size && (
        <Button variant="default" size="xs" onClick={handleEverything}>
          {t('bar.takeEverything', { count: total, n: n(total) })}
        </Button>
      )}
      {offers.map((each, index) => (
        <Button
          key={each.action}
          size="xs"
          {...(index === 0 ? { 'aria-keyshortcuts': 'M' } : { variant: 'default' })}
          onClick={() => setOffer(each)}
        >
          {t(`actions.${each.action}.name`)}
        </Button>
      ))}
      {children}
      <Button variant="default" size="xs" onClick={handleClear}>
        {t('bar.clear')}
      </Button>
      {offer && (
        <BulkDialog
          offer={offer}
          selection={selection}
          filter={filter}
          onClose={() => setOffer(null)}
          onStarted={handleStarted}
        />
      )}
    </div>
  );
}
