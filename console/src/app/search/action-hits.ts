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
  { name: 'sentRequests', to: paths.cards.requests, icon: IconCard, permission: 'cardRequest:send' },
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
  // Card requests are answered where those who sent them see them: who does both is led there once.
  const once = entries.filter(({ to }, index) => entries.findIndex((each) => each.to === to) === index);
  return once.length > 0 ? [{ label: t('search.actions'), entries: once }] : [];
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

/** What is to be done with what is named after it. */
export interface AskedAction {
  /** Of record actions that are called so. */
  readonly names: readonly string[];
  /** What the record is found by. */
  readonly record: string;
}

/** One word for it is enough, if it has so many letters: *bloc 12* is a tower block, and so is *block 12*. */
const leastVerb = 6;

/**
 * What a text asks that begins with what is to be done, as the action is called up to its record, or by its first word:
 * *blochează cardul C2M6PUP*, *blocheaza C2M6PUP*.
 *
 * @returns null for a text that names things alone.
 */
export function askedAction(text: string, t: TFunction): AskedAction | null {
  const typed = fold(text.trimStart());
  const calls = Object.values(recordActions)
    .flat()
    .flatMap(({ name }) => {
      const phrase = fold(t(`search.${name}`, { record: '\n' }).split('\n')[0] ?? '').trim();
      const [verb = ''] = phrase.split(' ');
      const call = [phrase, ...(verb.length >= leastVerb ? [verb] : [])].find((each) => typed.startsWith(`${each} `));
      return call === undefined ? [] : [{ name, call }];
    });
  const longest = Math.max(0, ...calls.map(({ call }) => call.length));
  const record = text.trimStart().slice(longest).trim();
  return longest === 0 || record === ''
    ? null
    : { names: calls.filter(({ call }) => call.length === longest).map(({ name }) => name), record };
}

/** What is asked, with the first records that were found. */
export function askedHits(
  { names }: AskedAction,
  hits: readonly { kind: string; id: string; label: string }[],
  viewer: Viewer,
  t: TFunction,
): HitGroup[] {
  const entries = hits
    .slice(0, askedRecords)
    .flatMap(({ kind, id, label }) =>
      (recordActions[kind] ?? [])
        .filter(({ name, permission }) => names.includes(name) && viewer.may(permission))
        .map(({ name, to, icon }) => ({ to: to(id), label: t(`search.${name}`, { record: label }), icon })),
    );
  return entries.length > 0 ? [{ label: t('search.actions'), entries }] : [];
}

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
