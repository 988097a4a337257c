import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { StopItem } from './StopItem.tsx';
import type { RouteControls } from './use-collection-route.ts';

/** The stops in the order in which they are driven to; the next one is told from the others. */
export function StopList({ controls }: { controls: RouteControls }) {
  const { t } = useTranslation('collectionRoute');
  const { stops } = controls.route;
  const next = stops.find(({ outcome }) => outcome === null)?.id ?? null;
  const list = useRef<HTMLOListElement>(null);
  const before = useRef(next);
  useEffect(
    function goOn() {
      // What was tapped is gone, and the focus with it: the next tap is at the next stop.
      if (before.current !== next && (document.activeElement ?? document.body) === document.body) {
        list.current?.querySelector<HTMLElement>('[data-next] button')?.focus();
      }
      before.current = next;
    },
    [next],
  );
  return (
    <ol ref={list} className="plain" aria-label={t('list')}>
      {stops.map((stop, index) => (
        <StopItem key={stop.id} stop={stop} number={index + 1} isNext={stop.id === next} controls={controls} />
      ))}
    </ol>
  );
}
