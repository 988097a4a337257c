import { Text, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import classes from './Drawing.module.css';

interface Props {
  title: string;
  /** Of which time it is. */
  period: string;
  /** At the other end of its head. */
  beside?: ReactNode;
  children: ReactNode;
}

/** The frame of a drawing on a record's page. */
export function Drawing({ title, period, beside, children }: Props) {
  const titleId = useId();
  return (
    <figure className={classes.drawing} aria-labelledby={titleId}>
      <div className={classes.head}>
        <Title order={2} fz="md" id={titleId}>
          {title}{' '}
          <Text span fz="sm" fw={400} c="dimmed" display="inline-block">
            {period}
          </Text>
        </Title>
        {beside && (
          <Text span fz="sm">
            {beside}
          </Text>
        )}
      </div>
      {children}
    </figure>
  );
}
