import { SimpleGrid } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useViewer } from '../../session/viewer.ts';
import { Page } from '../../ui/Page.tsx';
import { ResidentHome } from '../resident/resident-home.ts';
import { CountTile } from './CountTile.tsx';
import { countCards } from './counts.ts';
import { FirstSteps } from './FirstSteps.tsx';

/** What there is, as far as the viewer may see it, each figure leading to its list. */
export function Component() {
  const { t } = useTranslation(['home', 'common']);
  const viewer = useViewer();
  const [empty, setEmpty] = useState(false);
  const cards = countCards.filter(({ permission }) => viewer.may(permission));
  return (
    <Page title={t(viewer.isStaff ? 'title' : 'residentTitle')}>
      {empty && <FirstSteps />}
      {viewer.isStaff && (
        <SimpleGrid cols={{ base: 2, md: 3, lg: 4 }} component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
          {cards.map((card, index) => (
            <li key={card.name}>
              <CountTile card={card} {...(index === 0 && { onCount: (count: number) => setEmpty(count === 0) })} />
            </li>
          ))}
        </SimpleGrid>
      )}
      {viewer.roles.includes('ara_user') && <ResidentHome />}
    </Page>
  );
}
