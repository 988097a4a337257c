import { recordPath } from '../../paths.ts';
import { TextLink, type TextLinkProps } from '../page/TextLink.tsx';

interface Props extends Omit<TextLinkProps, 'to'> {
  /** By the API's name of it. */
  kind: string;
  id: string;
}

/** What a record is called, as a link to its page where its kind has one. */
export function RecordLink({ kind, id, ...link }: Props) {
  const to = recordPath(kind, id);
  return to === undefined ? link.children : <TextLink {...link} to={to} />;
}
