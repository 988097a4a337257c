import type { TFunction } from 'i18next';
import type { Icon } from '@tabler/icons-react';
import type { SearchQuery } from '../../api/generated/graphql.ts';
import { paths, recordPath } from '../../paths.ts';
import type { Viewer } from '../../session/viewer.ts';
import { fold } from '../../ui/values/format.ts';
import { IconApartment, IconHelp, IconHistory, IconSettings } from '../../ui/icons.ts';
import { recentPages } from '../../crud/view/recent.ts';
import { guidesFor } from '../../screens/help/guide-pages.ts';
import { menuFor, menuIcon } from '../menu.ts';
import { actionsOn } from './action-hits.ts';
import type { Entry, HitGroup } from './hit-group.ts';

type Hit = SearchQuery['search'][number];

/** Apartments have no list, and so no place in the menu to take their icon from. */
const iconOf = (menuName: string): Icon => menuIcon(menuName) ?? IconApartment;

/**
 * Hits by kind, in the order in which the server gives them: the kind of an exact hit comes first. Below the first of a kind stands
 * what can be done with them.
 */
export function groupHits(hits: readonly Hit[], viewer: Viewer, t: TFunction): HitGroup[] {
  const groups = Map.groupBy(
    hits.flatMap((hit) => {
      const to = recordPath(hit.kind, hit.id);
      return to ? [{ ...hit, to }] : [];
    }),
    ({ kind }) => kind,
  );
  return [...groups].map(([kind, found]) => {
    const name = `${kind}s`;
    const entries = found.flatMap((hit, index): Entry[] => [
      { to: hit.to, label: hit.label, description: hit.description ?? undefined, icon: iconOf(name) },
      ...actionsOn(hit, index, viewer, t),
    ]);
    return { label: t(`menu.${name}`), entries };
  });
}

/** Records looked at lately in this tab. */
export function recentHits({ id }: Viewer, t: TFunction): HitGroup[] {
  const entries = recentPages(id).map(({ to, label }) => ({ to, label, icon: IconHistory }));
  return entries.length > 0 ? [{ label: t('search.recent'), entries }] : [];
}

/** Guides whose title has the text in it; without a text they are behind their own entry. */
export function guideHits(viewer: Pick<Viewer, 'roles' | 'isStaff'>, text: string, t: TFunction): HitGroup[] {
  const entries = guidesFor(viewer)
    .map((page) => ({ to: paths.help.page(page), label: t(`help.pages.${page}`), icon: IconHelp }))
    .filter(({ label }) => text.trim() !== '' && fold(label).includes(fold(text.trim())));
  return entries.length > 0 ? [{ label: t('help.title'), entries }] : [];
}

/** Screens whose name has the text in it. */
export function screenHits(viewer: Viewer, text: string, t: TFunction): HitGroup[] {
  const entries = [
    ...menuFor(viewer).map(({ name, to, icon }) => ({ to, label: t(`menu.${name}`), icon })),
    { to: paths.settings, label: t('actions.settings'), icon: IconSettings },
    { to: paths.help.index, label: t('help.title'), icon: IconHelp },
  ].filter(({ label }) => fold(label).includes(fold(text.trim())));
  return entries.length > 0 ? [{ label: t('search.screens'), entries }] : [];
}
