import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

interface CameFrom {
  /** Set by the link that led here from inside the console: going back returns there, scrolled as it was. */
  readonly back?: boolean;
}

/** The state of a link whose page returns to where it stands. */
export const returnsHere = { back: true } satisfies CameFrom;

/**
 * Tells whether the screen that asks is still the one that is open: an answer that comes late must not take along whoever has gone
 * elsewhere by then.
 */
export function useIsHere(): () => boolean {
  const { pathname, search } = useLocation();
  return () => window.location.pathname === pathname && window.location.search === search;
}

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

/** Leaves a form, unless it was left already: back to where it was opened from, or to `fallback` when its address was opened directly. */
export function useLeave(): (fallback: string) => void {
  const navigate = useNavigate();
  const cameFrom = useLocation().state as CameFrom | null;
  const isHere = useIsHere();
  return (fallback) => {
    if (!isHere()) {
      return;
    }
    if (cameFrom?.back) {
      void navigate(-1);
    } else {
      void navigate(fallback, { replace: true });
    }
  };
}
