import type { OwnCardsQuery } from '../../api/generated/graphql.ts';

type HandOuts = NonNullable<NonNullable<OwnCardsQuery['apartment']>['apartmentCards']>;
export type OwnCard = NonNullable<HandOuts[number]['card']>;

/** The cards an apartment holds now; those it gave back are no longer the resident's to see. */
export const cardsHeld = (data: OwnCardsQuery | undefined): readonly OwnCard[] =>
  (data?.apartment?.apartmentCards ?? []).flatMap(({ active, card }) => (active && card ? [card] : []));
