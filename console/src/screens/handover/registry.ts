import type { ApolloClient } from '@apollo/client';
import { describeFailure } from '../../api/failure.ts';
import { HandOutCardDocument, TakeCardBackDocument } from './handover.graphql.ts';
import type { HandedOut, Refusal, Registry } from './workbench.ts';

const reasons: Readonly<Record<string, Refusal['reason']>> = {
  'form.cardAssigned': 'assigned',
  'form.cardBlocked': 'blocked',
  'form.cardErased': 'erased',
  'form.cardUnknown': 'unknown',
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
      };
  }
}

/** The server behind the workbench; what it answers is also what the page shows from then on. */
export const registryOf = (client: ApolloClient): Registry => ({
  async handOut(apartmentId, serialNumber, reregister): Promise<HandedOut | Refusal> {
    try {
      const { data } = await client.mutate({
        mutation: HandOutCardDocument,
        variables: { apartmentId, serialNumber, reregister },
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

  async takeBack({ id, rowId }) {
    try {
      await client.mutate({ mutation: TakeCardBackDocument, variables: { id, rowId } });
      return 'done';
    } catch (error) {
      const { code } = describeFailure(error);
      const isGone = code === 'Conflict' || code === 'NotFound' || code === 'ValidationFailed';
      return isGone ? 'gone' : code === 'Network' ? 'network' : 'failed';
    }
  },
});
