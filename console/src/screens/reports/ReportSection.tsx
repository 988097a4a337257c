import { Anchor, Group, Stack, Text, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { Link } from 'react-router';
import gallery from './Gallery.module.css';

interface SectionProps {
  title: string;
  /** Beside each other, not one below the other. */
  asTiles?: boolean;
  children: ReactNode;
}

/** Some of the reports, under a title. */
export function ReportSection({ title, asTiles = false, children }: SectionProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <Title order={2} fz="md" id={titleId} mb="xs">
        {title}
      </Title>
      {asTiles ? (
        <ul className={`plain ${gallery.tiles}`}>{children}</ul>
      ) : (
        <Stack component="ul" gap="md" p={0} m={0} style={{ listStyle: 'none' }}>
          {children}
        </Stack>
      )}
    </section>
  );
}

interface LinkProps {
  to: string;
  title: string;
  text?: string | undefined;
  /** What can be done with it. */
  action?: ReactNode;
}

/** The way to a report. */
export function ReportLink({ to, title, text, action }: LinkProps) {
  return (
    <li>
      <Group gap="xs" wrap="nowrap">
        <Anchor component={Link} to={to} fw={500} display="inline-block" mih={24}>
          {title}
        </Anchor>
        {action}
      </Group>
      {text && (
        <Text fz="sm" c="dimmed">
          {text}
        </Text>
      )}
    </li>
  );
}
