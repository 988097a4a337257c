import { useSearchParams } from 'react-router';

/** @param changes - null takes the key out of the address. */
type SetAddress = (changes: Readonly<Record<string, string | null>>, history?: 'push' | 'replace') => void;

/** The state that a screen keeps in its address, and how to change a part of it. Where one is on the page stays as it is. */
export function useAddress(): [URLSearchParams, SetAddress] {
  const [address, setAddress] = useSearchParams();
  const set: SetAddress = (changes, history = 'push') => {
    const next = new URLSearchParams(address);
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
