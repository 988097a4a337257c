import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType, useSearchParams } from 'react-router';
import { useQuery } from '../../api/use-query.ts';
import { SavedViewsDocument } from './saved-view.graphql.ts';

/**
 * Opens a list with the view its user has chosen for it, when its address asks for nothing; whoever comes back to the whole
 * list by Back finds the whole list.
 *
 * @param kind - as the API calls it; null while the list is not for the user.
 */
export function useDefaultView(kind: string | null, onColumns: (hidden: string[]) => void): void {
  const { search, key } = useLocation();
  const isReturn = useNavigationType() === 'POP' && key !== 'default';
  const [arrivedBare] = useState(search === '' && !isReturn);
  const settled = useRef(!arrivedBare);
  const [, setSearch] = useSearchParams();
  const { data } = useQuery(SavedViewsDocument, {
    variables: { kind: kind ?? '' },
    skip: kind === null || !arrivedBare,
  });
  const chosen = data?.savedViews.find(({ isDefault }) => isDefault);

  useEffect(function openDefault() {
    if (settled.current || !data) {
      return;
    }
    settled.current = true;
    if (chosen && search === '') {
      onColumns(chosen.hiddenColumns);
      setSearch(chosen.search, { replace: true });
    }
  });
}
