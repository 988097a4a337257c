import { useDebouncedValue } from '@mantine/hooks';
import type { ErrorLike } from '@apollo/client';
import { readSerial, type Reading } from '@noa/domain/codes/card-code.ts';
import type { FindCardsQuery } from '../../api/generated/graphql.ts';
import { useQuery } from '../../api/use-query.ts';
import { useViewer } from '../../session/viewer.ts';
import { FindCardsDocument } from './apartment.graphql.ts';

const searchMs = 250;
/** Symbols from which cards are looked for. */
const minSymbols = 3;

export type FoundCard = FindCardsQuery['cards']['nodes'][number];

/** The apartment that holds a card now. */
export const holderOf = ({ apartmentCards }: FoundCard) => apartmentCards.find(({ active }) => active)?.apartment;

export const canBeGiven = (card: FoundCard): boolean => card.viewerCanAssign && holderOf(card) === undefined;

export interface CardSearch {
  /** Registered cards. */
  readonly found: readonly FoundCard[];
  /** As which serials what was typed can be read that no card found has; none for who may neither register a card nor ask for it. */
  readonly readings: readonly Reading[];
  /** The only card that has the serial, if it can be given. */
  readonly only: FoundCard | undefined;
  readonly loading: boolean;
  /** Whether what was typed is not looked for yet. */
  readonly isTyping: boolean;
  /** Whether it is known which cards have the serial that was looked for: where no answer came it is not. */
  readonly isKnown: boolean;
  readonly error: ErrorLike | undefined;
}

/** Looks for cards by a serial as it is typed, in any notation. */
export function useCardSearch(serial: string): CardSearch {
  const viewer = useViewer();
  const typed = serial.trim();
  const [q] = useDebouncedValue(typed, searchMs);
  const isAsked = q.length >= minSymbols;
  const { data, error, loading } = useQuery(FindCardsDocument, {
    variables: { q },
    skip: !isAsked,
    fetchPolicy: 'network-only',
  });
  const found = isAsked ? (data?.cards.nodes ?? []) : [];
  const known = new Set(found.map(({ serialNumber }) => serialNumber));
  const mayAdd = viewer.may('card:write') || viewer.may('cardRequest:send');
  const [only] = found.length === 1 ? found.filter(canBeGiven) : [];
  return {
    found,
    readings: mayAdd ? readSerial(q).filter(({ serialNumber }) => !known.has(serialNumber)) : [],
    only,
    loading,
    isTyping: typed !== q,
    isKnown: isAsked && !loading && !error,
    error: isAsked ? error : undefined,
  };
}
