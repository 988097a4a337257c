import { Stack } from '@mantine/core';
import { StatusReadings } from './StatusReadings.tsx';
import { StatusUpdates } from './StatusUpdates.tsx';

/** The state of a container, and how it came to it. */
export function ContainerStatusTab({ containerId }: { containerId: string }) {
  return (
    <Stack gap="xl">
      <StatusReadings containerId={containerId} />
      <StatusUpdates containerId={containerId} />
    </Stack>
  );
}
