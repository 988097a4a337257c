import { useTranslation } from 'react-i18next';
import classes from './Import.module.css';

const steps = ['upload', 'columns', 'check', 'apply'] as const;
export type Step = (typeof steps)[number];

/** Where in the four steps an import is. */
export function Steps({ at }: { at: Step }) {
  const { t } = useTranslation('import');
  const position = steps.indexOf(at);
  return (
    <ol className={`plain ${classes.steps}`} aria-label={t('steps.label')}>
      {steps.map((step, index) => (
        <li
          key={step}
          data-done={index < position || undefined}
          {...(index === position && { 'aria-current': 'step' as const })}
        >
          {t(`steps.${step}`)}
        </li>
      ))}
    </ol>
  );
}
