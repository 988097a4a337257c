import { Checkbox, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { whyNotAcross } from '../pivot/pivot.ts';
import type { QuestionControls } from './use-question.ts';

/** Whether the second grouping goes across, and which figures stand in the cells. */
export function AcrossFields({ controls }: { controls: QuestionControls }) {
  const { t } = useTranslation('reports');
  const { metrics, across } = controls.question;
  const reason = whyNotAcross(controls.question);
  return (
    <>
      <Checkbox
        label={t('across.label')}
        description={reason && t(`across.${reason}`)}
        disabled={reason !== undefined}
        checked={across !== null}
        onChange={(event) => controls.setAcross(event.currentTarget.checked ? metrics.slice(0, 1) : null)}
      />
      {across !== null && metrics.length > 1 && (
        <Checkbox.Group
          label={t('across.metrics')}
          value={[...across]}
          onChange={(next) => next.length > 0 && controls.setAcross(metrics.filter((metric) => next.includes(metric)))}
        >
          <Stack gap="xs" mt={6}>
            {metrics.map((metric) => (
              <Checkbox
                key={metric}
                value={metric}
                label={t(`fields.${metric}`)}
                // The last one stays: cells without figures are none.
                disabled={across.length === 1 && across[0] === metric}
              />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </>
  );
}
