import { useTranslation } from 'react-i18next';
import { languages } from '../../ui/chosen-language.ts';
import { changeLanguage } from '../../ui/language.ts';
import classes from './Header.module.css';

/** Romanian or English, at once and in this browser from now on. */
export function LanguageSwitch() {
  const { t, i18n } = useTranslation();
  return (
    <div role="group" aria-label={t('language.label')} className={classes.languages}>
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-label={`${language.toUpperCase()}, ${t(`language.${language}`)}`}
          aria-pressed={i18n.language === language}
          onClick={() => void changeLanguage(language)}
        >
          {language.toUpperCase()}
        </button>
      ))}
    </div>
  );
}
