import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from './Link.tsx';

/** A link among text: to the record that a fact names. */
export function TextLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Anchor component={Link} to={to} fz="sm">
      {children}
    </Anchor>
  );
}
