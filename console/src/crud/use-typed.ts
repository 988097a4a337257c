import { useDebouncedCallback } from '@mantine/hooks';
import { useRef, useState } from 'react';

/** Milliseconds without a key after which what was typed is used. */
const typingMs = 300;

/**
 * What is typed into a field whose value is in the address.
 *
 * @param onUse - `isFirst` for the first use since the field was entered.
 */
export function useTyped(value: string, onUse: (text: string, isFirst: boolean) => void) {
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  const [sent, setSent] = useState(value);
  const used = useRef(false);
  // The address may change under us (Back, a reset); what we sent ourselves comes back this way too and must not undo typing.
  if (value !== seen) {
    setSeen(value);
    if (value !== sent) {
      setText(value);
      setSent(value);
    }
  }

  const use = useDebouncedCallback((next: string) => {
    setSent(next);
    onUse(next, !used.current);
    used.current = true;
  }, typingMs);

  return {
    text,
    /** @param isUsable - whether to use it too, once the typing pauses; what is not yet right is only shown. */
    type: (next: string, isUsable = true) => {
      setText(next);
      if (isUsable) {
        use(next);
      } else {
        use.cancel();
      }
    },
    /** To be called when the field is entered: what is typed from then on is one step. */
    enter: () => {
      used.current = false;
    },
    /** To be called when the field is left: what was typed is used at once. */
    leave: () => use.flush(),
  };
}
