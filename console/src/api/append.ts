/** A page of records, as every list of the API gives it. */
interface Page {
  readonly nodes: readonly unknown[];
}

/** For `fetchMore`: the records of the next page of `name` after those that are shown, and where that page ends. */
export const append =
  <Name extends string>(name: Name) =>
  <Answer extends Record<Name, Page>>(shown: Answer, { fetchMoreResult }: { fetchMoreResult: Answer }): Answer => ({
    ...shown,
    [name]: { ...fetchMoreResult[name], nodes: [...shown[name].nodes, ...fetchMoreResult[name].nodes] },
  });
