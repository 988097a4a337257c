import { Anchor } from '@mantine/core';
import { createElement } from 'react';
import { paths } from '../../paths.ts';
import { Link } from '../../ui/page/Link.tsx';
import classes from './Guide.module.css';
import type { Guide, GuideElement, GuideNode } from './guide-node.ts';

type Pictures = Guide['pictures'];

/** A guide's nodes as elements of the page: what the build has read, and never HTML. */
export function GuideElements({ nodes, pictures }: { nodes: readonly GuideNode[]; pictures: Pictures }) {
  // A guide does not change while it is read: each node has its position for a name.
  // oxlint-disable-next-line react/no-array-index-key
  return nodes.map((node, index) => <Node key={index} node={node} pictures={pictures} />);
}

function Node({ node, pictures }: { node: GuideNode; pictures: Pictures }) {
  if (typeof node === 'string') {
    return node;
  }
  if ('picture' in node) {
    const taken = pictures[node.picture];
    return (
      taken && (
        // On a phone a picture of a desk is small: alone, it can be made larger.
        <a href={taken.src} target="_blank" rel="noreferrer">
          <img {...taken} alt={node.alt} loading="lazy" className={classes.picture} />
        </a>
      )
    );
  }
  const children = <GuideElements nodes={node.children} pictures={pictures} />;
  if (node.to !== undefined) {
    return (
      <Anchor
        component={Link}
        to={node.to.startsWith('#') ? node.to : paths.help.page(node.to)}
        inherit
        underline="always"
      >
        {children}
      </Anchor>
    );
  }
  return createElement(node.tag, { id: node.id, tabIndex: node.id === undefined ? undefined : -1 }, children);
}

const textOf = (nodes: readonly GuideNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : 'picture' in node ? '' : textOf(node.children))).join('');

/** The tasks of a guide, with what leads to each. */
export const tasksOf = (nodes: readonly GuideNode[]): { readonly id: string; readonly title: string }[] =>
  nodes
    .filter(
      (node): node is GuideElement & { id: string } => typeof node !== 'string' && 'id' in node && node.tag === 'h2',
    )
    .map(({ id, children }) => ({ id, title: textOf(children) }));
