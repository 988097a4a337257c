import { Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { part } from '../loading/part.ts';

// Few lists have something to remark.
const Notice = part(async () => (await import('./Notice.tsx')).Notice);

/** A remark above a list that stays until it is closed: the element to place, and how to set its text, a locale key. */
export function useNotice(): [ReactNode, (key: string) => void] {
  const { t } = useTranslation();
  const [key, setKey] = useState<string | null>(null);
  const notice = key && (
    <Suspense>
      <Notice onClose={() => setKey(null)}>{t(key)}</Notice>
    </Suspense>
  );
  return [notice, setKey];
}
