import { useSearchParams } from 'react-router';
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
  const [search, setSearch] = useSearchParams();
  const allowed = { block: card.viewerCanBlock, unblock: card.viewerCanUnblock, erase: card.viewerCanErase };
  const asked = cardTransitions.find((each) => each === search.get(parameter));

  function ask(transition: CardTransition | null) {
    setSearch(
      (params) => {
        const next = new URLSearchParams(params);
        if (transition === null) {
          next.delete(parameter);
        } else {
          next.set(parameter, transition);
        }
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  }
  return [asked !== undefined && allowed[asked] ? asked : null, ask];
}
