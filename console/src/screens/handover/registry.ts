import type { ApolloClient } from '@apollo/client';
import { describeFailure } from '../../api/failure.ts';
import { HandOutCardDocument } from '../../api/mutations/generated/hand-out-card.graphql.ts';
import { RequestCardDocument } from '../../api/mutations/generated/request-card.graphql.ts';
import { UnassignCardDocument } from '../../api/mutations/generated/unassign-card.graphql.ts';

/** A card that an apartment holds now. */
export interface HandedOut {
  readonly outcome: 'assigned' | 'registered' | 'held';
  readonly id: string;
  readonly rowId: string;
  /** Code of the card. */
  readonly card: string;
  /** Cards the apartment holds, this one among them. */
  readonly cardCount: number;
}

/** Why a card was not handed out. */
export interface Refusal {
  readonly reason:
    | 'assigned'
    | 'blocked'
    | 'elsewhere'
    | 'erased'
    | 'unknown'
    | 'randomSerial'
    | 'network'
    | 'apartmentGone'
    | 'forbidden'
    | 'failed';
  /** The apartment that holds the card, where one may know it. */
  readonly holder?: { readonly id: string; readonly label: string } | null;
  /** Whether an erased card may be registered again, by this user. */
  readonly mayReregister?: boolean;
  /** Whether a card that is not known may be registered, by this user. */
  readonly mayRegister?: boolean;
}

/** What the server may do besides handing the card out. */
export interface Allowed {
  /** Register one that is not known. */
  readonly register: boolean;
  /** Register the serial of an erased card anew. */
  readonly reregister: boolean;
}

/** The server, as the workbench sees it. */
export interface Registry {
  /** @param serialNumber - in the notation that reads one way only. */
  handOut(apartmentId: string, serialNumber: string, allowed: Allowed): Promise<HandedOut | Refusal>;
  /** Asks the org for a card; sent again, it is the same request. @returns `known` when it can be handed out by now. */
  request(apartmentId: string, serialNumber: string): Promise<'sent' | 'known' | 'limit' | 'network' | 'failed'>;
  /** @returns `gone` when somebody else took it back, or moved it on, meanwhile. */
  takeBack(handOut: { id: string; rowId: string }): Promise<'done' | 'gone' | 'network' | 'failed'>;
}

const reasons: Readonly<Record<string, Refusal['reason']>> = {
  'form.cardAssigned': 'assigned',
  'form.cardBlocked': 'blocked',
  'form.cardErased': 'erased',
  'form.cardUnknown': 'unknown',
  'form.randomSerial': 'randomSerial',
  'form.otherOrg': 'elsewhere',
  'form.taken': 'elsewhere',
};

function refusalOf(error: unknown): Refusal {
  const { code, fields, extensions } = describeFailure(error);
  switch (code) {
    case 'Network':
      return { reason: 'network' };
    case 'NotFound':
      return { reason: 'apartmentGone' };
    case 'Forbidden':
      return { reason: 'forbidden' };
    default:
      return {
        reason: reasons[fields['serialNumber'] ?? ''] ?? 'failed',
        holder: (extensions['holder'] ?? null) as Refusal['holder'] & object,
        mayReregister: extensions['mayReregister'] === true,
        mayRegister: extensions['mayRegister'] === true,
      };
  }
}

/** The server behind the workbench; what it answers is also what the page shows from then on. */
export const registryOf = (client: ApolloClient): Registry => ({
  async handOut(apartmentId, serialNumber, allowed): Promise<HandedOut | Refusal> {
    try {
      const { data } = await client.mutate({
        mutation: HandOutCardDocument,
        variables: { apartmentId, serialNumber, ...allowed },
      });
      const { outcome, apartmentCard } = data?.handOutCard ?? {};
      if (!outcome || !apartmentCard) {
        return { reason: 'failed' };
      }
      const { id, rowId, card, apartment } = apartmentCard;
      const held = apartment?.apartmentCards?.filter(({ active }) => active) ?? [];
      return { outcome, id, rowId, card: card?.displaySerialNumber ?? '', cardCount: held.length };
    } catch (error) {
      return refusalOf(error);
    }
  },

  async request(apartmentId, serialNumber) {
    try {
      await client.mutate({ mutation: RequestCardDocument, variables: { apartmentId, serialNumber } });
      return 'sent';
    } catch (error) {
      const { code, fields } = describeFailure(error);
      const isKnown = fields['serialNumber'] === 'form.cardKnown';
      return isKnown ? 'known' : code === 'Network' ? 'network' : code === 'LimitExceeded' ? 'limit' : 'failed';
    }
  },

  async takeBack({ id, rowId }) {
    try {
      await client.mutate({ mutation: UnassignCardDocument, variables: { id, rowId } });
      return 'done';
    } catch (error) {
      const { code } = describeFailure(error);
      const isGone = code === 'Conflict' || code === 'NotFound' || code === 'ValidationFailed';
      return isGone ? 'gone' : code === 'Network' ? 'network' : 'failed';
    }
  },
});
