import { Checkbox, NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { whyNotAcross } from './pivot.ts';
import type { QuestionControls } from './use-question.ts';

/** Whether the second grouping goes across, and which figure stands in the cells. */
export function AcrossFields({ controls }: { controls: QuestionControls }) {
  const { t } = useTranslation('reports');
  const { question } = controls;
  const [first] = question.metrics;
  const reason = whyNotAcross(question);
  return (
    <>
      <Checkbox
        label={t('across.label')}
        description={reason && t(`across.${reason}`)}
        disabled={reason !== undefined}
        checked={question.across !== null}
        onChange={(event) => controls.turnAcross(event.currentTarget.checked ? (first ?? null) : null)}
      />
      {question.across !== null && (
        <NativeSelect
          label={t('across.metric')}
          value={question.across}
          onChange={(event) =>
            controls.turnAcross(question.metrics.find((metric) => metric === event.currentTarget.value) ?? null)
          }
          data={question.metrics.map((metric) => ({ value: metric, label: t(`fields.${metric}`) }))}
        />
      )}
    </>
  );
}
