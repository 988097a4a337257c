import { useTranslation } from 'react-i18next';
import classes from './Shell.module.css';

/** While the next screen loads, the old one stays and a thin bar moves; screen readers hear 'loading...'. */
export function ScreenChange({ loading }: { loading: boolean }) {
  const { t } = useTranslation();
  return (
    <div role="status">
      {loading && (
        <>
          <div className={classes.progress} />
          <span className="visually-hidden">{t('loading.screen')}</span>
        </>
      )}
    </div>
  );
}
