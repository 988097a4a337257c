import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { cardTransitions, type CardTransition } from '@noa/domain/card.ts';

const parameter = 'do';

/**
 * Which change of the card's status is being asked for, as its address says (`?do=block`): the search leads to the question itself. Null
 * for none, or one that the viewer may not make of this card now.
 */
export function useAskedTransition(card: {
  readonly viewerCanBlock: boolean;
  readonly viewerCanUnblock: boolean;
  readonly viewerCanErase: boolean;
}): [CardTransition | null, (asked: CardTransition | null) => void] {
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const allowed = { block: card.viewerCanBlock, unblock: card.viewerCanUnblock, erase: card.viewerCanErase };
  const asked = cardTransitions.find((each) => each === search.get(parameter));

  function ask(transition: CardTransition | null) {
    // An answer that comes late must not change the address of whatever is open by then.
    const { pathname: now, search: current } = window.location;
    if (now !== pathname) {
      return;
    }
    const next = new URLSearchParams(current);
    if (transition === null) {
      next.delete(parameter);
    } else {
      next.set(parameter, transition);
    }
    void navigate({ search: next.toString() }, { replace: true, preventScrollReset: true });
  }
  return [asked !== undefined && allowed[asked] ? asked : null, ask];
}
