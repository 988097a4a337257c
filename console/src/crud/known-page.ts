/**
 * What is known of a list: what was answered, or else what it was before. That nothing was there before, or that another question found
 * nothing, says nothing of what is asked now.
 *
 * @param isAnswer - whether the page answers what is asked now.
 */
export const knownPage = <Page extends { readonly nodes: readonly unknown[] }>(
  page: Page | undefined,
  isAnswer: boolean,
): Page | undefined => (isAnswer || page?.nodes.length !== 0 ? page : undefined);
