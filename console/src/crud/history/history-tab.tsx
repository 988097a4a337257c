import { lazy } from 'react';
import type { TFunction } from 'i18next';
import { historyPermission } from '@noa/domain/permissions.ts';
import type { Viewer } from '../../session/viewer.ts';
import type { Tab } from '../view/RecordPage.tsx';

const HistoryTab = lazy(async () => ({ default: (await import('./HistoryTab.tsx')).HistoryTab }));

interface Versioned {
  /** Namespace of the field names. */
  readonly name: string;
  /** The kind, as the API calls it: `entrance`. */
  readonly kind: string;
  readonly id: string;
}

/** The tab with a record's versions, for those who may read history; null for others. */
export const historyTab = (viewer: Viewer, t: TFunction, record: Versioned): Tab | null =>
  viewer.may(historyPermission(record.kind))
    ? { id: 'history', label: t('common:history.title'), content: <HistoryTab {...record} /> }
    : null;
