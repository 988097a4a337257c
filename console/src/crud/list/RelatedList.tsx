import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useViewer } from '../../session/viewer.ts';
import { IconAdd } from '../../ui/icons.ts';
import type { Resource } from '../define-resource.ts';
import type { Tab } from '../view/RecordPage.tsx';
import { RecordList } from './RecordList.tsx';
import { returnsHere } from '../use-leave.ts';

interface Props<Row extends { id: string }, Data> {
  resource: Resource<Row, Data>;
  label: string;
  /** The record these belong to, by the name of the API's filter and of the create form's field. */
  parent: Readonly<Record<string, string>>;
  /** Their order here, where it is not the kind's own; as in the URL. */
  sort?: string;
}

/** The records that belong to another one, in a tab of its view; adding one starts from it and returns to it. */
function RelatedList<Row extends { id: string }, Data>({ resource, label, parent, sort }: Props<Row, Data>) {
  const { t } = useTranslation();
  const viewer = useViewer();
  const { paths, may } = resource;
  const add = paths.create && may.create && viewer.may(may.create) && (
    <Button
      component={Link}
      to={{ pathname: paths.create, search: new URLSearchParams(parent).toString() }}
      state={{ ...returnsHere, related: true }}
      leftSection={<IconAdd size={16} aria-hidden />}
    >
      {t('actions.add')}
    </Button>
  );
  const listed = {
    ...resource,
    columns: resource.columns.filter(({ id, under = id }) => !(under in parent)),
    defaultSort: sort ?? resource.defaultSort,
  };
  return <RecordList resource={listed} label={label} fixed={parent} add={add} addInList />;
}

/** A tab with the records that belong to another, whose filter `parent` names. */
export const relatedTab = <Row extends { id: string }, Data>(
  resource: Resource<Row, Data>,
  label: string,
  parent: Readonly<Record<string, string>>,
  sort?: string,
): Tab => ({
  id: resource.name,
  label,
  content: <RelatedList resource={resource} label={label} parent={parent} {...(sort && { sort })} />,
});
