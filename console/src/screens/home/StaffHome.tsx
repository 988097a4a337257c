import { Stack } from '@mantine/core';
import { Suspense } from 'react';
import { useViewer } from '../../session/viewer.ts';
import { ContainerProblems } from './problems/ContainerProblems.tsx';
import { Registry } from './Registry.tsx';
import { Tasks } from './Tasks.tsx';
import { Today } from './Today.tsx';
import { part } from '../../loading/part.ts';

const FirstSteps = part(async () => (await import('./FirstSteps.tsx')).FirstSteps);

/**
 * What needs somebody now, then how things go, then what there is; each as far as the viewer may see it. What one can do something
 * about comes first: containers for those who look after them, cards for property administrators, figures for who reads reports. A
 * new org has no containers yet, and begins with its first steps.
 */
export function StaffHome() {
  const viewer = useViewer();
  const problems = viewer.may('statusUpdate:read') && <ContainerProblems />;
  const looksAfterContainers = viewer.may('statusUpdate:create');
  return (
    <Stack gap="xl">
      {looksAfterContainers && problems}
      {viewer.may('orgSettings:read') && (
        <Suspense fallback={null}>
          <FirstSteps />
        </Suspense>
      )}
      {viewer.may('cardRequest:read') && <Tasks />}
      {!looksAfterContainers && !viewer.may('report:read') && problems}
      {viewer.may('cardEvent:read') && <Today />}
      {!looksAfterContainers && viewer.may('report:read') && problems}
      <Registry />
    </Stack>
  );
}
