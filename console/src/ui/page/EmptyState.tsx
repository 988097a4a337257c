import { Group, Stack, Text, Title, type TitleOrder } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface Props {
  icon: Icon;
  title: string;
  /** Heading level under the page's own title. */
  order?: TitleOrder;
  children?: ReactNode;
  actions?: ReactNode;
}

/** Why there is nothing here, and what can be done about it. */
export function EmptyState({ icon: Icon, title, order = 2, children, actions }: Props) {
  return (
    <Stack align="center" gap="xs" py="xl" px="md" ta="center">
      <Icon size={40} stroke={1.2} aria-hidden />
      <Title order={order} fz="md">
        {title}
      </Title>
      {children && (
        <Text component="div" fz="sm" c="dimmed" maw={560}>
          {children}
        </Text>
      )}
      {actions && (
        <Group gap="xs" justify="center" mt="xs">
          {actions}
        </Group>
      )}
    </Stack>
  );
}
