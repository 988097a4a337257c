import { Button } from '@mantine/core';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportInput } from '../../../api/generated/graphql.ts';
import { useFormAddress } from '../../../crud/form/use-form-address.ts';
import { useViewer } from '../../../session/viewer.ts';
import { IconSend } from '../../../ui/icons.ts';
import { part } from '../../../loading/part.ts';
import { scheduleKey } from './schedule-key.ts';

const ScheduleForm = part(async () => (await import('./ScheduleForm.tsx')).ScheduleForm);

interface Props {
  name: string;
  input: ReportInput;
}

/** Has the report sent by e-mail time and again, as it is asked. */
export function ScheduleButton({ name, input }: Props) {
  const { t } = useTranslation('reports');
  const viewer = useViewer();
  const { asked, open, close } = useFormAddress(scheduleKey);
  if (!viewer.may('reportSchedule:keep')) {
    return null;
  }
  return (
    <>
      <Button variant="default" leftSection={<IconSend size={16} aria-hidden />} onClick={() => open('new')}>
        {t('byEmail')}
      </Button>
      {asked !== null && (
        <Suspense fallback={null}>
          <ScheduleForm name={name} input={input} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
