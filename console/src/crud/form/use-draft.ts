import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { dropDraft, findDraft, isLeaving, registerDraft } from '../../session/drafts.ts';
import { useViewer } from '../../session/viewer.ts';

/** What a form was when the session ended in the middle of it. */
export interface FormDraft<Values> {
  readonly initial: Partial<Values>;
  readonly rowId: string | undefined;
  readonly values: Partial<Values>;
  /** The secret fields that were written in: who wrote there has to write it again. */
  readonly lost: readonly (keyof Values)[];
}

/** A form as it is kept: of its secret fields neither what was written nor what was there before. */
export function draftOf<Values extends object>(
  { initial, rowId }: { readonly initial: Values; readonly rowId: string | undefined },
  values: Values,
  secret: readonly (keyof Values)[] = [],
): FormDraft<Values> {
  const withoutSecrets = (of: Values) =>
    Object.fromEntries(
      Object.entries(of).filter(([field]) => !secret.includes(field as keyof Values)),
    ) as Partial<Values>;
  return {
    initial: withoutSecrets(initial),
    rowId,
    values: withoutSecrets(values),
    lost: secret.filter((field) => values[field] !== initial[field]),
  };
}

/** The draft of the form at this address, of this user. */
export function useDraft<Values>() {
  const { id } = useViewer();
  const { pathname, search } = useLocation();
  // What a form is about may stand in its query alone: whose settings, which rule.
  const key = `${id} ${pathname}${search}`;
  const [draft] = useState(() => findDraft(key) as FormDraft<Values> | undefined);

  useEffect(
    function dropWithForm() {
      return () => {
        if (!isLeaving()) {
          dropDraft(key);
        }
      };
    },
    [key],
  );

  return {
    draft,
    discardDraft: () => dropDraft(key),
    /** Says what to keep should the session end now; undefined for nothing. */
    watchDraft: (read: () => FormDraft<Values> | undefined) => registerDraft(key, read),
  };
}
