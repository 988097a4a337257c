import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from './Link.tsx';
import { recordPath } from '../../paths.ts';

interface Props {
  to: string;
  /** What is told to where it leads, beside the address. */
  state?: object;
  onFollow?: () => void;
  /** Words stand beside it in the same line, from which its colour alone does not tell it in dark. */
  inSentence?: boolean;
  children: ReactNode;
}

/** A link to the record that a fact names. */
export function TextLink({ to, state, onFollow, inSentence = false, children }: Props) {
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

interface RecordProps extends Omit<Props, 'to'> {
  /** By the API's name of it. */
  kind: string;
  id: string;
}

/** What a record is called, as a link to its page where its kind has one. */
export function RecordLink({ kind, id, ...link }: RecordProps) {
  const to = recordPath(kind, id);
  return to === undefined ? link.children : <TextLink {...link} to={to} />;
}
