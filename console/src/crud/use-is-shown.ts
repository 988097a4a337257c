import { useCallback, useEffect, useRef } from 'react';

/**
 * Tells whether the part that asks is still shown: an answer that comes late must neither close what has come in its place, nor say where
 * nobody sees it that something was refused.
 */
export function useIsShown(): () => boolean {
  const isShown = useRef(true);
  useEffect(function noteLeaving() {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return useCallback(() => isShown.current, []);
}
