import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { useViewer } from '../../session/viewer.ts';
import { goAttribute } from '../keys/single-keys.ts';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import { menuFor } from '../menu.ts';
import { SchemeSwitch } from './SchemeSwitch.tsx';
import classes from './Shell.module.css';

/** The menu, with what the header has no room for on a phone. */
export function Navigation() {
  const { t } = useTranslation();
  const viewer = useViewer();
  return (
    <>
      <ul className={classes.entries}>
        {menuFor(viewer).map(({ name, to, icon: Icon, key }) => (
          <li key={name}>
            <NavLink to={to} className={classes.entry ?? ''} {...{ [goAttribute]: key }}>
              <Icon size={18} stroke={1.6} aria-hidden />
              {t(`menu.${name}`)}
            </NavLink>
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
