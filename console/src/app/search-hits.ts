import type { TFunction } from 'i18next';
import type { Icon } from '@tabler/icons-react';
import type { SearchQuery } from '../api/generated/graphql.ts';
import { paths } from '../paths.ts';
import type { Viewer } from '../session/viewer.ts';
import { fold } from '../ui/format.ts';
import {
  IconAccessGroup,
  IconApartment,
  IconCard,
  IconContainer,
  IconContainerGroup,
  IconEntrance,
  IconHelp,
  IconHistory,
  IconManager,
  IconOrg,
  IconSettings,
  IconTowerBlock,
} from '../ui/icons.ts';
import { recentPlaces } from '../resource/recent.ts';
import { menuFor } from './menu.ts';

/** Something to go to. */
export interface Entry {
  readonly to: string;
  readonly label: string;
  readonly description?: string | undefined;
  readonly icon: Icon;
  /** Belongs to the entry above it. */
  readonly aside?: boolean;
}

export interface HitGroup {
  readonly label: string;
  readonly entries: readonly Entry[];
}

type Hit = SearchQuery['search'][number];

/** Where the records of each kind are, by the word of the API. */
const kinds: Readonly<Record<string, { menu: string; icon: Icon; view: (id: string) => string }>> = {
  card: { menu: 'cards', icon: IconCard, view: paths.cards.view },
  apartment: { menu: 'apartments', icon: IconApartment, view: paths.apartments.view },
  container: { menu: 'containers', icon: IconContainer, view: paths.containers.view },
  containerGroup: { menu: 'containerGroups', icon: IconContainerGroup, view: paths.containerGroups.view },
  entrance: { menu: 'entrances', icon: IconEntrance, view: paths.entrances.view },
  towerBlock: { menu: 'towerBlocks', icon: IconTowerBlock, view: paths.towerBlocks.view },
  manager: { menu: 'managers', icon: IconManager, view: paths.managers.view },
  accessGroup: { menu: 'accessGroups', icon: IconAccessGroup, view: paths.accessGroups.view },
  org: { menu: 'orgs', icon: IconOrg, view: paths.orgs.view },
};

/** The question people call about is asked of the first cards only: of many it would only be noise. */
const askedCards = 2;

/**
 * Hits by kind, in the order in which the server gives them: the kind of an exact hit comes first. Below a card stands the
 * question why it does not open.
 */
export function groupHits(hits: readonly Hit[], t: TFunction): HitGroup[] {
  const groups = Map.groupBy(
    hits.filter(({ kind }) => kind in kinds),
    ({ kind }) => kind,
  );
  return [...groups].flatMap(([name, found]) => {
    const kind = kinds[name];
    if (!kind) {
      return [];
    }
    const entries = found.flatMap(({ id, label, description }, index): Entry[] => [
      { to: kind.view(id), label, description: description ?? undefined, icon: kind.icon },
      ...(name === 'card' && index < askedCards
        ? [
            {
              to: `${kind.view(id)}?tab=opens`,
              label: t('search.whyNotOpen', { card: label }),
              icon: IconHelp,
              aside: true,
            },
          ]
        : []),
    ]);
    return [{ label: t(`menu.${kind.menu}`), entries }];
  });
}

/** Records looked at lately in this tab. */
export function recentHits({ id }: Viewer, t: TFunction): HitGroup[] {
  const entries = recentPlaces(id).map(({ to, label }) => ({ to, label, icon: IconHistory }));
  return entries.length > 0 ? [{ label: t('search.recent'), entries }] : [];
}

/** Screens whose name has the text in it. */
export function screenHits(viewer: Viewer, text: string, t: TFunction): HitGroup[] {
  const entries = [
    ...menuFor(viewer).map(({ name, to, icon }) => ({ to, label: t(`menu.${name}`), icon })),
    { to: paths.settings, label: t('actions.settings'), icon: IconSettings },
  ].filter(({ label }) => fold(label).includes(fold(text.trim())));
  return entries.length > 0 ? [{ label: t('search.screens'), entries }] : [];
}
