import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from './Link.tsx';

interface Props {
  to: string;
  /** What is told to where it leads, beside the address. */
  state?: object;
  onFollow?: () => void;
  children: ReactNode;
}

/** A link among text: to the record that a fact names. */
export function TextLink({ to, state, onFollow, children }: Props) {
  return (
    <Anchor component={Link} to={to} state={state} fz="sm" onClick={onFollow}>
      {children}
    </Anchor>
  );
}
