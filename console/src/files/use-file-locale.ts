import { useTranslation } from 'react-i18next';

/** The language of a file: that of the screen. */
export function useFileLocale(): 'ro' | 'en' {
  const { i18n } = useTranslation();
  return i18n.language === 'en' ? 'en' : 'ro';
}
