import { useEffect, useEffectEvent, useState } from 'react';
import { notifyFailure } from '../../api/notify-failure.ts';

/** A page of a list, as the API gives it; its query takes `$after`. */
export interface GrowingPage {
  readonly nodes: readonly unknown[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null | undefined };
}

interface Options<Page> {
  /** What is there of the list. */
  readonly page: Page | undefined;
  /** Whether that answers what is asked now. */
  readonly isAnswer: boolean;
  /** What is asked: another list grows on its own. */
  readonly key: string;
  /** Adds the next page. @throws whatever the request throws. */
  readonly addPage: () => Promise<void>;
}

/**
 * What to show of a list that grows page by page: whoever comes back to it, or has changed something in it, has it asked anew, which gives
 * its first page alone. It grows again as far as it was, and stays as it was until then: one is where one was.
 */
export function useGrownAgain<Page extends GrowingPage>({ page, isAnswer, key, addPage }: Options<Page>) {
  const [grown, setGrown] = useState<{ readonly key: string; readonly page: Page | undefined }>({
    key,
    page: undefined,
  });
  const before = grown.key === key ? grown.page : undefined;
  const isShorter = page !== undefined && before !== undefined && page.nodes.length < before.nodes.length;
  const growsAgain = isAnswer && isShorter && page.pageInfo.hasNextPage;
  if (page !== undefined && isAnswer && !growsAgain && (page !== before || grown.key !== key)) {
    setGrown({ key, page });
  }

  const end = growsAgain ? page.pageInfo.endCursor : undefined;
  const grow = useEffectEvent(addPage);
  const stop = useEffectEvent((failure: unknown) => {
    notifyFailure(failure);
    setGrown({ key, page });
  });
  useEffect(
    function growAgain() {
      if (end !== undefined) {
        grow().catch((failure: unknown) => stop(failure));
      }
    },
    [end],
  );
  return growsAgain ? before : page;
}
