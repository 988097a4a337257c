import { useState, type ReactNode } from 'react';
import { Notice } from './Notice.tsx';

/** A remark above a list that stays until it is closed: the element to place, and how to set its text. */
export function useNotice(): [ReactNode, (text: string) => void] {
  const [text, setText] = useState<string | null>(null);
  const notice = text && <Notice onClose={() => setText(null)}>{text}</Notice>;
  return [notice, setText];
}
