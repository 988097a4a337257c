import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from './Link.tsx';

export interface TextLinkProps {
  to: string;
  /** What is told to where it leads, beside the address. */
  state?: object;
  onFollow?: () => void;
  /** Words stand beside it in the same line, from which its colour alone does not tell it in dark. */
  inSentence?: boolean;
  children: ReactNode;
}

/** A link to the record that a fact names. */
export function TextLink({ to, state, onFollow, inSentence = false, children }: TextLinkProps) {
  return (
    <Anchor
      component={Link}
      to={to}
      state={state}
      fz="sm"
      underline={inSentence ? 'always' : 'hover'}
      onClick={onFollow}
    >
      {children}
    </Anchor>
  );
}
