import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from './Link.tsx';

/** A link among text: to the record that a fact names. */
export function TextLink({ to, onFollow, children }: { to: string; onFollow?: () => void; children: ReactNode }) {
  return (
    <Anchor component={Link} to={to} fz="sm" onClick={onFollow}>
      {children}
    </Anchor>
  );
}
