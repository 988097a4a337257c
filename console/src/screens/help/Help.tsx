import { Anchor, Button, Skeleton, Text, Title } from '@mantine/core';
import { createElement, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { part } from '../../loading/part.ts';
import { paths } from '../../paths.ts';
import { useViewer } from '../../session/viewer.ts';
import { IconHelp } from '../../ui/icons.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Link } from '../../ui/page/Link.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { TextLink } from '../../ui/page/TextLink.tsx';
import { phone, useViewport } from '../../ui/preferences.ts';
import classes from './Guide.module.css';
import type { Guide, GuideElement, GuideNode } from './guide-node.ts';
import { guidesFor, isGuidePage } from './guide-pages.ts';

/** Each guide is loaded when somebody opens it. */
const texts = Object.fromEntries(
  Object.entries(import.meta.glob<{ default: Guide }>('../../../../docs/ghid/[a-z]*.md')).map(([file, load]) => [
    /([a-z-]+)\.md$/.exec(file)?.[1] ?? file,
    part(async () => {
      const { default: guide } = await load();
      return () => <GuidePageText guide={guide} />;
    }),
  ]),
);

/** The guides: the one that the address names, or that of the viewer's role; the others below it. */
export function Component() {
  const { t, i18n } = useTranslation(['help', 'common']);
  const { page } = useParams();
  const pages = guidesFor(useViewer());
  const name = page ?? pages[0] ?? '';
  const title = t('common:help.title');
  const Guide = texts[name];
  if (!isGuidePage(name) || !Guide) {
    return (
      <Page title={t('common:notFound.title')} above={[{ label: title, to: paths.help.index }]}>
        <EmptyState
          icon={IconHelp}
          title={t('unknown')}
          actions={
            <Button component={Link} to={paths.help.index}>
              {title}
            </Button>
          }
        />
      </Page>
    );
  }
  const others = pages.filter((each) => each !== name);
  return (
    <Page key={name} title={t(`common:help.pages.${name}`)} above={[{ label: title, to: paths.help.index }]}>
      {i18n.language !== 'ro' && <Text c="dimmed">{t('onlyRomanian')}</Text>}
      <Suspense fallback={<Skeleton height={480} />}>
        <Guide />
      </Suspense>
      {others.length > 0 && (
        <nav aria-labelledby="other-guides">
          <Title order={2} fz="md" id="other-guides">
            {t('others')}
          </Title>
          <ul className={`plain fingers ${classes.others}`}>
            {others.map((each) => (
              <li key={each}>
                <TextLink to={paths.help.page(each)}>{t(`common:help.pages.${each}`)}</TextLink>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </Page>
  );
}

/** A guide with its tasks listed above it, which on a phone are opened: the guide begins there as well. It is in Romanian, whatever the console speaks. */
function GuidePageText({ guide: { nodes, pictures } }: { guide: Guide }) {
  const { t } = useTranslation('help');
  const isPhone = useViewport(phone);
  const tasks = (
    <ul className={`plain fingers ${classes.tasks}`} lang="ro">
      {tasksOf(nodes).map(({ id, title }) => (
        <li key={id}>
          <Anchor href={`#${id}`} fz="sm">
            {title}
          </Anchor>
        </li>
      ))}
    </ul>
  );
  return (
    <>
      <nav aria-label={t('tasks')}>
        {isPhone ? (
          <details className={classes.folded}>
            <summary>{t('tasks')}</summary>
            {tasks}
          </details>
        ) : (
          tasks
        )}
      </nav>
      <article className={classes.guide} lang="ro">
        <GuideElements nodes={nodes} pictures={pictures} />
      </article>
    </>
  );
}

type Pictures = Guide['pictures'];

/** A guide's nodes as elements of the page: what the build has read, and never HTML. */
function GuideElements({ nodes, pictures }: { nodes: readonly GuideNode[]; pictures: Pictures }) {
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
const tasksOf = (nodes: readonly GuideNode[]): { readonly id: string; readonly title: string }[] =>
  nodes
    .filter(
      (node): node is GuideElement & { id: string } => typeof node !== 'string' && 'id' in node && node.tag === 'h2',
    )
    .map(({ id, children }) => ({ id, title: textOf(children) }));
