import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useViewer } from '../../session/viewer.ts';
import { goAttribute } from '../keys/single-keys.ts';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import { entryAt, menuFor } from '../menu.ts';
import { SchemeSwitch } from './SchemeSwitch.tsx';
import classes from './Shell.module.css';
import { part } from '../../loading/part.ts';

/** Asked for once the screen stands. */
const IncidentCount = part(async () => (await import('./IncidentCount.tsx')).IncidentCount);

/** The menu, with what the header has no room for on a phone. */
export function Navigation() {
  const { t } = useTranslation();
  const entries = menuFor(useViewer());
  const current = entryAt(entries, useLocation().pathname);
  return (
    <>
      <ul className={`plain ${classes.entries}`}>
        {entries.map(({ name, to, icon: Icon, key, counted }) => (
          <li key={name}>
            <Link
              to={to}
              className={classes.entry ?? ''}
              aria-current={current?.name === name ? 'page' : undefined}
              {...{ [goAttribute]: key }}
            >
              <Icon size={18} stroke={1.6} aria-hidden />
              {t(`menu.${name}`)}
              {counted && (
                <Suspense>
                  <IncidentCount />
                </Suspense>
              )}
            </Link>
          </li>
        ))}
      </ul>
      <div className={classes.phoneOnly}>
        <LanguageSwitch />
        <SchemeSwitch />
      </div>
    </>
  );
}
