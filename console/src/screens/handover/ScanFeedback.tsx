import { useTranslation } from 'react-i18next';
import { IconFailed, IconInfo, IconNormal } from '../../ui/icons.ts';
import classes from './Handover.module.css';
import type { WorkbenchState } from './workbench-state.ts';

const icons = { done: IconNormal, known: IconInfo, trouble: IconFailed } as const;

/** What the last scan came to, to be seen from an arm's length and heard by screen readers. */
export function ScanFeedback({ state: { feedback, sending } }: { state: WorkbenchState }) {
  const { t } = useTranslation('handover');
  const Icon = feedback && icons[feedback.tone];
  const { card, apartment, dropped = 0 } = feedback ?? {};
  return (
    <div
      className={classes.feedback}
      data-tone={sending === null ? feedback?.tone : undefined}
      role="status"
      aria-live="assertive"
      aria-busy={sending !== null}
    >
      {sending !== null && t('sending', { card: sending })}
      {sending === null && !feedback && t('ready')}
      {sending === null && feedback && Icon && (
        <>
          <Icon size={28} aria-hidden />
          <span>
            {t(`feedback.${feedback.key}`, { card, apartment })}
            {dropped > 0 && ` ${t('dropped', { count: dropped })}`}
          </span>
        </>
      )}
    </div>
  );
}
