import { Group, Stack, Title } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { documentTitle, setBreadcrumbs, type Crumb } from './breadcrumbs.ts';
import classes from './Page.module.css';

interface Props {
  title: string;
  /** The pages above this one, outermost first. */
  above?: readonly Crumb[];
  /** The page's step in the breadcrumb; its title when absent. */
  here?: string | undefined;
  /** Beside the title: a badge, a count. */
  beside?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

// The first page of a visit leaves the focus where the browser puts it, so that the skip link comes first.
let visited = false;

/** A screen: names itself to the tab, to the header and to screen readers, and lays out title and actions. */
export function Page({ title, above, here, beside, actions, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const way = JSON.stringify([...(above ?? []), { label: here ?? title }]);

  useEffect(
    function announceBreadcrumbs() {
      document.title = documentTitle(title);
      setBreadcrumbs(JSON.parse(way) as Crumb[]);
    },
    [title, way],
  );

  useEffect(function focusHeading() {
    if (visited) {
      heading.current?.focus({ preventScroll: true });
    }
    visited = true;
  }, []);

  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-start" gap="sm">
        <Group gap="sm" className={classes.heading}>
          <Title order={1} ref={heading} tabIndex={-1} className={classes.title}>
            {title}
          </Title>
          {beside}
        </Group>
        {actions && (
          <Group gap="xs" className={classes.actions}>
            {actions}
          </Group>
        )}
      </Group>
      {children}
    </Stack>
  );
}
