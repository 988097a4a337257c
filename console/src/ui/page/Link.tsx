import type { ComponentProps } from 'react';
import { Link as RouterLink, useSearchParams } from 'react-router';
import { asOfKey, keepAsOf } from '../values/as-of.ts';

/** A link between records and lists: whoever looks at the past stays there. */
export function Link({ to, ...props }: ComponentProps<typeof RouterLink>) {
  const [search] = useSearchParams();
  return <RouterLink {...props} to={keepAsOf(to, search.get(asOfKey))} />;
}
