import { Button, Code } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { NothingHere } from '../../crud/view/NothingHere.tsx';
import { paths } from '../../paths.ts';
import { useViewer } from '../../session/viewer.ts';
import { Page } from '../../ui/page/Page.tsx';
import { useScreenTitle } from '../../ui/page/screen-title.ts';
import { nearestPath } from './nearest-path.ts';

/** There is no such page: says which one was asked for, which one may have been meant, and offers to search. */
export function Component() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const viewer = useViewer();
  const known = [
    paths.home,
    paths.settings,
    ...(viewer.may('towerBlock:read') ? [paths.towerBlocks.list] : []),
    ...(viewer.may('card:read') ? [paths.cards.list] : []),
    ...(viewer.may('entrance:read') ? [paths.entrances.list] : []),
  ];
  const nearest = nearestPath(pathname, known);
  const isCardUpdate = /^\/card\/[^/]+\/update\/?$/.test(pathname);
  return (
    <Page title={useScreenTitle()}>
      <NothingHere
        title={t('notFound.text')}
        actions={
          nearest && (
            <Button component={Link} to={nearest} variant="default">
              {t('notFound.nearest', { path: nearest })}
            </Button>
          )
        }
      >
        <p>
          <Code>{pathname}</Code>
        </p>
        {isCardUpdate && <p>{t('notFound.cardUpdate')}</p>}
      </NothingHere>
    </Page>
  );
}
