import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportInput } from '../../../api/generated/graphql.ts';
import { useViewer } from '../../../session/viewer.ts';
import { IconSend } from '../../../ui/icons.ts';
import { part } from '../../../loading/part.ts';

const ScheduleForm = part(async () => (await import('./ScheduleForm.tsx')).ScheduleForm);

interface Props {
  name: string;
  input: ReportInput;
}

/** Has the report sent by e-mail time and again, as it is asked. */
export function ScheduleButton({ name, input }: Props) {
  const { t } = useTranslation('reports');
  const viewer = useViewer();
  const [open, setOpen] = useState(false);
  if (!viewer.may('reportSchedule:keep')) {
    return null;
  }
  return (
    <>
      <Button variant="default" leftSection={<IconSend size={16} aria-hidden />} onClick={() => setOpen(true)}>
        {t('byEmail')}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <ScheduleForm name={name} input={input} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
