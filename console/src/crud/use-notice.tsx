import { Suspense, useState, type ReactNode } from 'react';
import { part } from '../loading/part.ts';

// Few lists have something to remark.
const Notice = part(async () => (await import('./Notice.tsx')).Notice);

/** A remark above a list that stays until it is closed: the element to place, and how to set its text. */
export function useNotice(): [ReactNode, (text: string) => void] {
  const [text, setText] = useState<string | null>(null);
  const notice = text && (
    <Suspense>
      <Notice onClose={() => setText(null)}>{text}</Notice>
    </Suspense>
  );
  return [notice, setText];
}
