import { useContext } from 'react';
import { UNSAFE_DataRouterContext as DataRouterContext, useLocation, useSearchParams } from 'react-router';

/** @param changes - null takes the key out of the address. */
type SetAddress = (changes: Readonly<Record<string, string | null>>, history?: 'push' | 'replace') => void;

/**
 * The state that a screen keeps in its address, and how to change a part of it. Where one is on the page stays as it is. A change that
 * comes while another screen is being fetched, or is open by then, is dropped: what was typed before a click must not take the click back,
 * and what is answered late belongs to no other screen.
 */
export function useAddress(): [URLSearchParams, SetAddress] {
  const [address, setAddress] = useSearchParams();
  const { pathname } = useLocation();
  // Where the router is by now: `useNavigation` says so only once it is drawn, which may be after what was typed is used.
  const router = useContext(DataRouterContext)?.router;
  const set: SetAddress = (changes, history = 'push') => {
    const { navigation, location } = router?.state ?? {};
    const isLeft = location !== undefined && location.pathname !== pathname;
    if (isLeft || (navigation?.location && navigation.location.pathname !== location?.pathname)) {
      return;
    }
    // Of what the address is by now: a screen that is slow to draw may not have seen the last change, and would take it back.
    const now = new URLSearchParams(window.location.search);
    const wanted = new URLSearchParams(now);
    for (const [key, value] of Object.entries(changes)) {
      if (value === null) {
        wanted.delete(key);
      } else {
        wanted.set(key, value);
      }
    }
    if (wanted.toString() === now.toString()) {
      return; // a button that is pressed twice is one step: Back would lead nowhere
    }
    setAddress(wanted, { replace: history === 'replace', preventScrollReset: true });
  };
  return [address, set];
}

/** What a link to a tab says besides: whoever follows it is led to the tab, which may stand below what the screen shows. */
export const atTab = { atTab: true } as const;
