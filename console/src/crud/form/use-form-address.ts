import { useLocation, useNavigate } from 'react-router';
import { returnsHere, useLeave } from '../use-leave.ts';

/**
 * A form over a screen that has no route of its own: the address says that it is open (`?rule=new`). Back closes it, what was written is
 * asked about, and after a session that ended meanwhile it is there again.
 *
 * @param key - the key of the address.
 */
export function useFormAddress(key: string) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const leave = useLeave();
  const addressWith = (about: string | null) => {
    const wanted = new URLSearchParams(search);
    wanted.delete(key);
    if (about !== null) {
      wanted.set(key, about);
    }
    return `${pathname}?${wanted.toString()}`;
  };
  return {
    /** What the form that is open is about, as it was opened with; null while none is. */
    asked: new URLSearchParams(search).get(key),
    open: (about: string) => void navigate(addressWith(about), { state: returnsHere, preventScrollReset: true }),
    close: () => leave(addressWith(null)),
  };
}
