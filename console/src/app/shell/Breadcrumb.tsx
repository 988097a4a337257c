import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from '../../ui/page/Link.tsx';
import { IconNext } from '../../ui/icons.ts';
import { useBreadcrumbs } from '../../ui/page/breadcrumbs.ts';
import classes from './Header.module.css';

/** The way to the open page. */
export function Breadcrumb() {
  const { t } = useTranslation();
  const crumbs = useBreadcrumbs();
  return (
    <nav aria-label={t('breadcrumb')} className={classes.nav}>
      <ol className={`plain ${classes.crumbs}`}>
        {crumbs.map(({ label, to }, index) => (
          <li key={`${index} ${label}`}>
            {index > 0 && <IconNext size={14} aria-hidden style={{ flexShrink: 0 }} />}
            {to ? (
              <Anchor component={Link} to={to} fz="sm" className={classes.crumb}>
                {label}
              </Anchor>
            ) : (
              <span className={classes.crumb} aria-current="page">
                {label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
