import { Button, Code } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { NothingHere } from '../../crud/view/NothingHere.tsx';
import { useViewer, type Viewer } from '../../session/viewer.ts';
import { Page } from '../../ui/page/Page.tsx';
import { useScreenTitle } from '../../ui/page/screen-title.ts';
import { nearestPath } from './nearest-path.ts';

interface Props {
  /** The addresses that a viewer may have meant. */
  pathsFor: (viewer: Viewer) => readonly string[];
}

/** There is no such page: says which one was asked for, which one may have been meant, and offers to search. */
export function NotFound({ pathsFor }: Props) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const viewer = useViewer();
  /** Of a card's form, which there is none of (specification §2). */
  const [, card] = /^(\/card\/[^/]+)\/update\/?$/.exec(pathname) ?? [];
  const nearest = card ?? nearestPath(pathname, pathsFor(viewer));
  return (
    <Page title={useScreenTitle()}>
      <NothingHere
        title={t('notFound.text')}
        actions={
          nearest && (
            <Button component={Link} to={nearest} variant="default">
              {card ? t('notFound.card') : t('notFound.nearest', { path: nearest })}
            </Button>
          )
        }
      >
        <p>
          <Code>{pathname}</Code>
        </p>
        {card && <p>{t('notFound.cardUpdate')}</p>}
      </NothingHere>
    </Page>
  );
}
