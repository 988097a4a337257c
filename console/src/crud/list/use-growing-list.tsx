import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { Button, type MantineSize } from '@mantine/core';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import type { Permission } from '@noa/domain/permissions.ts';
import { describeFailure, type Failure } from '../../api/failure.ts';
import { notifyFailure } from '../../api/notify-failure.ts';
import { useQuery } from '../../api/use-query.ts';
import { knownPage } from '../known-page.ts';
import { Outdated } from './Outdated.tsx';
import { Pending } from './Pending.tsx';

interface GrowingOptions<Data, Variables, Page> {
  readonly query: TypedDocumentNode<Data, Variables>;
  readonly variables: NoInfer<Omit<Variables, 'after'>>;
  /** Where the list is in the query's answer. */
  readonly select: (data: NoInfer<Data>) => Page | null | undefined;
  readonly permission: Permission;
  /** Pixels that the list will take, about. */
  readonly height?: number;
  /** On the button for the next page. */
  readonly more: string;
  readonly moreSize?: MantineSize;
}

export interface GrowingList<Page, Data = unknown> {
  /** The whole answer with the newest page. */
  readonly data: Data | undefined;
  /** All that is shown so far; undefined before there is anything, and after a failure where nothing was known before. */
  readonly page: Page | undefined;
  /** What stands in its place then. */
  readonly pending: ReactNode;
  readonly failure: Failure | undefined;
  /** The button for the next page, while there is one; above it that what is shown could not be asked for anew. */
  readonly more: ReactNode;
  readonly loading: boolean;
  readonly refetch: () => Promise<unknown>;
}

/** `answer` with `page` in the place of `was`, wherever within it that is. */
const withPage = (answer: object, was: object, page: object): object =>
  answer === was
    ? page
    : Object.fromEntries(
        Object.entries(answer).map(([name, value]: [string, unknown]) => [
          name,
          typeof value === 'object' && value !== null && !Array.isArray(value) ? withPage(value, was, page) : value,
        ]),
      );

/** A list that grows by a page at a time, at the press of a button below it. */
export function useGrowingList<Data, Variables extends OperationVariables, Page extends GrowingPage>(
  options: GrowingOptions<Data, Variables, Page>,
): GrowingList<Page, Data> {
  const { query, variables, select, permission, height, more, moreSize = 'sm' } = options;
  const [adding, setAdding] = useState(false);
  const { data, previousData, error, loading, refetch, fetchMore, observable } = useQuery(
    query as TypedDocumentNode<Data, OperationVariables>,
    { variables, fetchPolicy: 'cache-and-network' },
  );
  const shown = data ?? (error ? undefined : previousData);
  const known = shown && (select(shown) ?? undefined);
  const fresh = knownPage(known, data !== undefined && !error);

  /** Adds the page behind what is there; asked for twice, it is added once. */
  async function addPage() {
    const after = fresh?.pageInfo.endCursor ?? null;
    const asked = JSON.stringify(observable.variables);
    await fetchMore({
      variables: { after },
      updateQuery: (before, { fetchMoreResult }) => {
        const [here, next] = [select(before), select(fetchMoreResult)];
        // By now the list may be another, or begin anew: what is added stands behind what it was asked for, and nowhere else.
        const isNext = JSON.stringify(observable.variables) === asked && (here?.pageInfo.endCursor ?? null) === after;
        return isNext && here && next
          ? (withPage(fetchMoreResult as object, next, { ...next, nodes: [...here.nodes, ...next.nodes] }) as Data)
          : before;
      },
    });
  }
  const page = useGrownAgain({
    page: fresh,
    isAnswer: data !== undefined && !error,
    key: JSON.stringify(variables),
    addPage,
  });

  async function handleMore() {
    setAdding(true);
    try {
      await addPage();
    } catch (failure) {
      notifyFailure(failure);
    }
    setAdding(false);
  }

  return {
    data: shown,
    page,
    failure: error && describeFailure(error),
    pending: <Pending error={error} refetch={refetch} permission={permission} {...(height && { height })} />,
    more: (error || page?.pageInfo.hasNextPage) && (
      <>
        <Outdated error={error} refetch={refetch} />
        {page?.pageInfo.hasNextPage && (
          <Button variant="default" size={moreSize} mr="auto" loading={adding} onClick={() => void handleMore()}>
            {more}
          </Button>
        )}
      </>
    ),
    loading,
    refetch,
  };
}

/** A page of a list, as the API gives it; its query takes `$after`. */
export interface GrowingPage<Node = unknown> {
  readonly nodes: readonly Node[];
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
function useGrownAgain<Page extends GrowingPage>({ page, isAnswer, key, addPage }: Options<Page>) {
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
