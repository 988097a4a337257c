import type { KeyboardEvent } from 'react';
import type { Selection } from './use-selection.ts';

/** Space picks the row that has the focus, with Shift all rows since the last one; Ctrl+A picks the page. */
export function handleSelectKeys(event: KeyboardEvent<HTMLElement>, selection: Selection | undefined): void {
  const id = document.activeElement?.getAttribute('data-row');
  if (!id || !selection) {
    return;
  }
  if (event.key === ' ') {
    event.preventDefault();
    selection.toggle(id, event.shiftKey);
  } else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    selection.togglePage();
  }
}
