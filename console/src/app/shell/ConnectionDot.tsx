import { useTranslation } from 'react-i18next';
import { useConnection } from '../../loading/connection.ts';
import classes from './Header.module.css';

/** Whether the server answers: by colour, by shape, and in words. */
export function ConnectionDot() {
  const { t } = useTranslation();
  const works = useConnection();
  const label = t(works ? 'connection.works' : 'connection.lost');
  return (
    <span className={classes.dot} data-lost={works ? undefined : true} role="status" title={label}>
      <span className="visually-hidden">{label}</span>
    </span>
  );
}
