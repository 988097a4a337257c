import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useQuery } from '../../api/use-query.ts';
import { formatNumber } from '../../ui/values/format.ts';
import { OpenIncidentsDocument } from './open-incidents.graphql.ts';
import classes from './Shell.module.css';

/** Milliseconds for which the count is good enough for whoever goes from screen to screen; rules are looked at once a minute. */
const freshMs = 60_000;

/** How many incidents nobody has acknowledged; nothing while there are none. Asked anew on the way to another screen, and by no clock. */
export function IncidentCount() {
  const { t, i18n } = useTranslation();
  const { data, refetch } = useQuery(OpenIncidentsDocument);
  const { pathname } = useLocation();
  const askedAt = useRef(0);
  const count = data?.incidents.totalCount ?? 0;

  useEffect(
    function askAnew() {
      const now = Date.now();
      if (askedAt.current === 0) {
        askedAt.current = now; // the query itself asks first
      } else if (now - askedAt.current > freshMs) {
        askedAt.current = now;
        // Who cannot be told keeps the last count.
        refetch().catch(() => undefined);
      }
    },
    [pathname, refetch],
  );

  if (count === 0) {
    return null;
  }
  return (
    <span className={classes.count}>
      <span aria-hidden>{formatNumber(count, i18n.language)}</span>
      <span className="visually-hidden">{t('menu.unacknowledged', { count })}</span>
    </span>
  );
}
