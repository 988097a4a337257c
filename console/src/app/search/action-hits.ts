import type { TFunction } from 'i18next';
import type { Icon } from '@tabler/icons-react';
import type { Permission } from '@noa/domain/permissions.ts';
import { namesOf } from '../../crud/declared/kind-names.ts';
import { paths } from '../../paths.ts';
import type { Viewer } from '../../session/viewer.ts';
import {
  IconAdd,
  IconAddMember,
  IconApartment,
  IconBlocked,
  IconCard,
  IconContainer,
  IconEmptying,
  IconHelp,
  IconHistory,
  IconNormal,
  IconRetry,
  IconRoute,
} from '../../ui/icons.ts';
import { fold } from '../../ui/values/format.ts';
import { recordScreens } from '../record-screens.tsx';
import type { Entry, HitGroup } from './hit-group.ts';

interface Action {
  /** Locale key suffix under `search.do.`. */
  readonly name: string;
  readonly to: string;
  readonly icon: Icon;
  readonly permission: Permission;
}

/** What is done every day, where it is done. */
const actions: readonly Action[] = [
  { name: 'markEmptied', to: paths.containers.status, icon: IconEmptying, permission: 'statusUpdate:create' },
  { name: 'route', to: paths.containers.route, icon: IconRoute, permission: 'statusUpdate:create' },
  { name: 'updateStatus', to: paths.containers.statusUpdate, icon: IconContainer, permission: 'statusUpdate:create' },
  { name: 'blockCards', to: `${paths.cards.list}?status=normal`, icon: IconBlocked, permission: 'card:block' },
  { name: 'settleRequests', to: paths.cards.requests, icon: IconCard, permission: 'cardRequest:settle' },
  { name: 'settleIncidents', to: paths.containers.incidents, icon: IconNormal, permission: 'incident:settle' },
];

/** What the viewer may do whose name has the text in it; records of a kind are added on its form. */
export function actionHits(viewer: Viewer, text: string, t: TFunction): HitGroup[] {
  const kinds = Object.entries(recordScreens).flatMap(([name, { create }]) => (create ? [namesOf({ name })] : []));
  const entries = [
    ...actions
      .filter(({ permission }) => viewer.may(permission))
      .map(({ name, to, icon }) => ({ to, label: t(`search.do.${name}`), icon })),
    ...kinds
      .filter(({ write }) => viewer.may(write))
      .map(({ list, paths: { create } }) => ({
        to: create,
        label: t('search.do.add', { kinds: t(`menu.${list}`) }),
        icon: IconAdd,
      })),
  ].filter(({ label }) => fold(label).includes(fold(text.trim())));
  return entries.length > 0 ? [{ label: t('search.actions'), entries }] : [];
}

/** Records of a kind that was found below which their actions stand: of many they would only be noise. */
const askedRecords = 2;

interface RecordAction {
  /** Locale key suffix under `search.`; it names the record. */
  readonly name: string;
  readonly to: (id: string) => string;
  readonly icon: Icon;
  readonly permission: Permission;
}

/** What people call about, by the kind of what they name. */
const recordActions: Readonly<Record<string, readonly RecordAction[]>> = {
  card: [
    {
      name: 'whyNotOpen',
      to: (id) => `${paths.cards.view(id)}?tab=opens`,
      icon: IconHelp,
      permission: 'card:read',
    },
    { name: 'blockCard', to: (id) => `${paths.cards.view(id)}?do=block`, icon: IconBlocked, permission: 'card:block' },
    {
      name: 'replaceCard',
      to: (id) => `${paths.cards.view(id)}?do=replace`,
      icon: IconRetry,
      permission: 'card:assign',
    },
  ],
  apartment: [
    {
      name: 'handOutTo',
      to: (id) => `${paths.apartments.view(id)}?do=handOut`,
      icon: IconCard,
      permission: 'card:assign',
    },
  ],
  entrance: [
    { name: 'addApartmentAt', to: paths.apartments.createAt, icon: IconApartment, permission: 'apartment:write' },
    { name: 'handOutAt', to: paths.entrances.handover, icon: IconCard, permission: 'card:assign' },
  ],
  manager: [{ name: 'addMemberOf', to: paths.managers.addMember, icon: IconAddMember, permission: 'manager:write' }],
  org: [{ name: 'addMemberOf', to: paths.orgs.addMember, icon: IconAddMember, permission: 'org:write' }],
  container: [
    {
      name: 'updateStatusOf',
      to: paths.containers.statusUpdateOf,
      icon: IconEmptying,
      permission: 'statusUpdate:create',
    },
    {
      name: 'eventsOf',
      to: (id) => `${paths.containers.view(id)}?tab=events`,
      icon: IconHistory,
      permission: 'cardEvent:read',
    },
  ],
};

/** What can be done with a record that was found, the `index`th of its kind. */
export function actionsOn(
  { kind, id, label }: { kind: string; id: string; label: string },
  index: number,
  viewer: Viewer,
  t: TFunction,
): Entry[] {
  const offered = index < askedRecords ? (recordActions[kind] ?? []) : [];
  return offered
    .filter(({ permission }) => viewer.may(permission))
    .map(({ name, to, icon }) => ({ to: to(id), label: t(`search.${name}`, { record: label }), icon, aside: true }));
}
