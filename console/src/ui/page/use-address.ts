import { useSearchParams } from 'react-router';

/** @param changes - null takes the key out of the address. */
type SetAddress = (changes: Readonly<Record<string, string | null>>, history?: 'push' | 'replace') => void;

/** The state that a screen keeps in its address, and how to change a part of it. Where one is on the page stays as it is. */
export function useAddress(): [URLSearchParams, SetAddress] {
  const [address, setAddress] = useSearchParams();
  const set: SetAddress = (changes, history = 'push') => {
    // Of what the address is by now: a screen that is slow to draw may not have seen the last change, and would take it back.
    const next = new URLSearchParams(window.location.search);
    for (const [key, value] of Object.entries(changes)) {
      if (value === null) {
        next.delete(key);
      } else {
        next.set(key, value);
      }
    }
    setAddress(next, { replace: history === 'replace', preventScrollReset: true });
  };
  return [address, set];
}
