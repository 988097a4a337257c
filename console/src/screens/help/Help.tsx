import { Button, Skeleton, Text, Title } from '@mantine/core';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { part } from '../../loading/part.ts';
import { paths } from '../../paths.ts';
import { useViewer } from '../../session/viewer.ts';
import { IconHelp } from '../../ui/icons.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { TextLink } from '../../ui/page/TextLink.tsx';
import classes from './Guide.module.css';
import type { Guide } from './guide-node.ts';
import { guidesFor, isGuidePage } from './guide-pages.ts';
import { GuidePageText } from './GuidePageText.tsx';

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
