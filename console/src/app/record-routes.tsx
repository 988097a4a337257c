import type { RouteObject } from 'react-router';
import type { Permission } from '@noa/domain/permissions.ts';
import { namesOf } from '../crud/declared/kind-names.ts';
import type { Resource } from '../crud/define-resource.ts';
import { screen, type LoadScreen } from './screen.ts';

export interface RecordScreens {
  readonly list?: LoadScreen;
  readonly create?: LoadScreen;
  readonly view: LoadScreen;
  /** In a drawer over the view. */
  readonly update?: LoadScreen;
  /** What a change demands, where that is not the kind's permission to write. */
  readonly updatePermission?: Permission;
  /** The namespaces of other kinds whose texts its screens show besides their own. */
  readonly texts?: readonly string[];
}

/** The routes of a kind's records with the permission that each screen demands, as they follow from its name. */
export function recordRoutes(name: string, screens: RecordScreens): RouteObject[] {
  const { list: kinds, paths, read, write } = namesOf({ name });
  const { list: listed, create, view, update, updatePermission = write, texts = [] } = screens;
  const spaces = [kinds, ...texts];
  return [
    ...(listed ? [screen(paths.list, kinds, read, listed, [kinds])] : []),
    ...(create ? [screen(paths.create, `${kinds}_create`, write, create, spaces)] : []),
    {
      ...screen(paths.view(':id'), `${kinds}_view`, read, view, spaces),
      ...(update && {
        children: [screen(paths.update(':id'), `${kinds}_update`, updatePermission, update, spaces)],
      }),
    },
  ];
}

/** The page with the list of a kind. */
export const list =
  <Row extends { id: string }, Data>(load: () => Promise<Resource<Row, Data>>): LoadScreen =>
  async () => {
    const [resource, { ListScreen }] = await Promise.all([load(), import('../crud/list/ListScreen.tsx')]);
    return { Component: () => <ListScreen resource={resource} /> };
  };

type LoadForms = () => Promise<Readonly<Record<'create' | 'update', Awaited<ReturnType<LoadScreen>>>>>;

/** The forms of a kind that `recordForms` has made. */
export const forms = (load: LoadForms): Pick<Required<RecordScreens>, 'create' | 'update'> => ({
  create: async () => (await load()).create,
  update: async () => (await load()).update,
});

export const listAndForms = <Row extends { id: string }, Data>(
  loadList: () => Promise<Resource<Row, Data>>,
  loadForms: LoadForms,
) => ({ list: list(loadList), ...forms(loadForms) });
