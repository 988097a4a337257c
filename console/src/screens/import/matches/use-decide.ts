import { useApolloClient, useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { DecideImportMatchesDocument } from '../../../api/mutations/generated/decide-import-matches.graphql.ts';
import { notifyFailure } from '../../../api/notify-failure.ts';
import type { Decision } from './decision.ts';
import { listUndecided } from './list-undecided.ts';

/** Rows that one call may name. */
const rowsAtOnce = 1_000;

/** What may be decided at once: rows of the file, a street as the file writes it, or all that nobody has decided. */
export type Decided =
  | { readonly rows: number[] }
  | { readonly street: { readonly locality: string; readonly street: string } }
  | 'undecided';

/** Tells the server what a person says of proposals; `onDecided` then reads them again. */
export function useDecide(id: string, onDecided: () => Promise<unknown>) {
  const client = useApolloClient();
  const [busy, setBusy] = useState(false);
  const [decideMatches] = useMutation(DecideImportMatchesDocument);

  async function send(what: Decided, decision: Decision | null) {
    if (what !== 'undecided') {
      await decideMatches({ variables: { id, ...what, decision } });
      return;
    }
    const rows = await listUndecided(client, id);
    for (let from = 0; from < rows.length; from += rowsAtOnce) {
      await decideMatches({ variables: { id, rows: rows.slice(from, from + rowsAtOnce), decision } });
    }
  }

  async function decide(what: Decided, decision: Decision | null) {
    setBusy(true);
    try {
      await send(what, decision);
      await onDecided();
    } catch (error) {
      notifyFailure(error);
    } finally {
      setBusy(false);
    }
  }
  return { decide, busy };
}
