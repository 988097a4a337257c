import { useLocation, useNavigate } from 'react-router';
import { returnsHere, useLeave } from '../use-leave.ts';

interface FormAddress {
  /** What the form that is open is about, as it was opened with; null while none is. */
  readonly asked: string | null;
  readonly open: (about: string) => void;
  readonly close: () => void;
}

/**
 * A form over a screen that has no route of its own: the address says that it is open (`?rule=new`). Back closes it, what was written is
 * asked about, and after a session that ended meanwhile it is there again.
 *
 * @param key - the key of the address.
 */
export function useFormAddress(key: string): FormAddress {
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
    asked: new URLSearchParams(search).get(key),
    open: (about) => void navigate(addressWith(about), { state: returnsHere, preventScrollReset: true }),
    close: () => leave(addressWith(null)),
  };
}
