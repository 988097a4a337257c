import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { changeLanguage, languages } from '../ui/language.ts';

/** Romanian or English, at once and on this browser from now on. */
export function LanguageSwitch() {
  const { t, i18n } = useTranslation();
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('language.label')}
      value={i18n.language}
      onChange={(language) => void changeLanguage(language)}
      data={languages.map((language) => ({ value: language, label: language.toUpperCase() }))}
    />
  );
}
