type Listener = (text: string) => void;

let listener: Listener | null = null;

/** Who opens the search when a screen asks for it; gives what ends that. */
export function onSearchAsked(open: Listener): () => void {
  listener = open;
  return () => {
    listener = listener === open ? null : listener;
  };
}

/** Opens the search that stands around every screen, with `text` typed into it. */
export const askSearch = (text: string): void => listener?.(text);
