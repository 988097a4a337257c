import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadingScreen } from '../../ui/page/LoadingPage.tsx';
import { part } from '../../loading/part.ts';

const PastJobs = part(async () => (await import('./PastJobs.tsx')).PastJobs);

/** Opens what was done to many records before. */
export function PastJobsButton() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="subtle" size="xs" onClick={() => setOpen(true)} style={{ alignSelf: 'start' }}>
        {t('list.pastJobs')}
      </Button>
      {open && (
        <Suspense fallback={<LoadingScreen />}>
          <PastJobs onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
