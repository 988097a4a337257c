import { useMutation } from '@apollo/client/react';
import { ActionIcon, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useState, type ComponentType, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { savedViewLimits } from '@noa/domain/saved-view.ts';
import { describeFailure, failureText, type Failure } from '../../api/failure.ts';
import type { SavedViewsQuery } from '../../api/generated/graphql.ts';
import { CreateSavedViewDocument } from '../../api/mutations/generated/create-saved-view.graphql.ts';
import { notifyFailure } from '../../api/notify-failure.ts';
import { DeleteSavedViewDocument } from '../../api/mutations/generated/delete-saved-view.graphql.ts';
import { SetDefaultSavedViewDocument } from '../../api/mutations/generated/set-default-saved-view.graphql.ts';
import { UpdateSavedViewDocument } from '../../api/mutations/generated/update-saved-view.graphql.ts';
import { useQuery } from '../../api/use-query.ts';
import { pickers } from '../../pickers/pickers.ts';
import { useViewer } from '../../session/viewer.ts';
import { IconDelete, IconEdit, IconOverwrite, IconStar, IconStarred } from '../../ui/icons.ts';
import { Link } from '../../ui/page/Link.tsx';
import { LoadingScreen } from '../../ui/page/LoadingPage.tsx';
import { notifySuccess } from '../../ui/notify.tsx';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import type { Filter } from '../define-resource.ts';
import { viewOf } from '../list/list-state.ts';
import { Outdated } from '../list/Outdated.tsx';
import { RecordSelect } from '../picker/RecordSelect.tsx';
import { RenameForm } from './RenameForm.tsx';
import { SavedViewsDocument } from './saved-view.graphql.ts';
import { showsView } from './shows-view.ts';
import classes from './ViewPanel.module.css';

export type SavedView = SavedViewsQuery['savedViews'][number];

interface Props {
  /** As the API calls it: `entrance`. */
  kind: string;
  filters: readonly Filter[];
  /** Ids of the columns that may be put away. */
  columns: readonly string[];
  hidden: readonly string[];
  onHide: (hidden: string[]) => void;
}

/** The views that were saved of a list, one's own and the orgs': to choose, to change, and to save another. */
export function ViewPanel({ kind, filters, columns, hidden, onHide }: Props) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const now = viewOf(search, filters);
  const [deleting, setDeleting] = useState<SavedView | null>(null);
  const { data, error, refetch } = useQuery(SavedViewsDocument, {
    variables: { kind },
    fetchPolicy: 'cache-and-network',
  });
  const [update] = useMutation(UpdateSavedViewDocument);
  const [setDefault] = useMutation(SetDefaultSavedViewDocument);
  const [remove] = useMutation(DeleteSavedViewDocument);
  const views = data?.savedViews;

  /** @param told - what to say when it is done. */
  async function run(change: () => Promise<unknown>, told?: string) {
    try {
      await change();
      if (told) {
        notifySuccess(told);
      }
    } catch (cause) {
      notifyFailure(cause);
    }
  }

  if (error && !views) {
    return <Outdated error={error} refetch={refetch} />;
  }
  if (!views) {
    return <LoadingScreen />;
  }
  return (
    <Stack gap="sm">
      <Outdated error={error} refetch={refetch} />
      {views.length === 0 ? (
        <Text fz="sm" c="dimmed">
          {t('views.none')}
        </Text>
      ) : (
        <ul className="plain" aria-label={t('views.list')}>
          {views.map((view) => (
            <ViewRow
              key={view.id}
              view={view}
              isOpen={showsView({ search: now, hiddenColumns: hidden }, view, { filters, columns })}
              onChoose={() => onHide(view.hiddenColumns)}
              onDefault={() => void run(() => setDefault({ variables: { kind, id: view.isDefault ? null : view.id } }))}
              onOverwrite={() =>
                void run(
                  () => update({ variables: { id: view.id, input: { search: now, hiddenColumns: [...hidden] } } }),
                  t('views.saved', { name: view.name }),
                )
              }
              onRename={async (name) => void (await update({ variables: { id: view.id, input: { name } } }))}
              onDelete={() => setDeleting(view)}
            />
          ))}
        </ul>
      )}
      <SaveViewForm kind={kind} search={now} hidden={hidden} onSaved={() => void refetch()} />
      {deleting && (
        <ConfirmDialog
          title={t('views.delete', { name: deleting.name })}
          text={t('views.deleteText', { name: deleting.name })}
          action={t('actions.delete')}
          run={() => remove({ variables: { id: deleting.id } })}
          done={t('views.deleted', { name: deleting.name })}
          onDone={() => void refetch()}
          onClose={() => setDeleting(null)}
        />
      )}
    </Stack>
  );
}

interface ViewRowProps {
  view: SavedView;
  /** Whether the list is what the view says. */
  isOpen: boolean;
  onChoose: () => void;
  onDefault: () => void;
  onOverwrite: () => void;
  onRename: (name: string) => Promise<void>;
  onDelete: () => void;
}

/** A saved view: a link to its address, and what can be done with it. */
function ViewRow({ view, isOpen, onChoose, onDefault, onOverwrite, onRename, onDelete }: ViewRowProps) {
  const { t } = useTranslation();
  const [renaming, setRenaming] = useState<'not yet' | 'now' | 'done'>('not yet');
  const { name, search, orgId, orgName, isDefault, viewerCanUpdate } = view;

  if (renaming === 'now') {
    return (
      <li className={classes.view}>
        <RenameForm label={t('views.name')} name={name} onRename={onRename} onClose={() => setRenaming('done')} />
      </li>
    );
  }
  const action = (Icon: ComponentType<{ size: number }>, label: string, handle: () => void, autoFocus = false) => (
    <ActionIcon variant="subtle" size={36} aria-label={label} title={label} autoFocus={autoFocus} onClick={handle}>
      <Icon size={16} aria-hidden />
    </ActionIcon>
  );
  return (
    <li className={classes.view} data-open={isOpen || undefined}>
      <Link to={{ search }} className={classes.name} aria-current={isOpen || undefined} onClick={onChoose}>
        {name}
      </Link>
      {orgId && (
        <span className={classes.of}>{orgName ? t('views.sharedBy', { org: orgName }) : t('views.shared')}</span>
      )}
      <div className={classes.actions}>
        <ActionIcon
          variant="subtle"
          size={36}
          aria-label={t('views.open', { name })}
          title={t('views.open', { name })}
          aria-pressed={isDefault}
          onClick={onDefault}
        >
          {isDefault ? <IconStarred size={16} aria-hidden /> : <IconStar size={16} aria-hidden />}
        </ActionIcon>
        {viewerCanUpdate && (
          <>
            {!isOpen && action(IconOverwrite, t('views.overwrite', { name }), onOverwrite)}
            {/* The form took the focus, and gives it back. */}
            {action(IconEdit, t('views.rename', { name }), () => setRenaming('now'), renaming === 'done')}
            {action(IconDelete, t('views.delete', { name }), onDelete)}
          </>
        )}
      </div>
    </li>
  );
}

interface SaveViewFormProps {
  kind: string;
  /** The list's address as it is. */
  search: string;
  hidden: readonly string[];
  onSaved: () => void;
}

/** Saves the list as it is under a name, for oneself or, by who keeps its views, for an org. */
function SaveViewForm({ kind, search, hidden, onSaved }: SaveViewFormProps) {
  const { t } = useTranslation();
  const viewer = useViewer();
  const [name, setName] = useState('');
  const [orgId, setOrgId] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [create, { loading }] = useMutation(CreateSavedViewDocument);
  const problemOf = (field: 'name' | 'orgId') => failure?.fields[field] && t(failure.fields[field]);
  // What belongs to no field is said at the one that there always is.
  const unsaid = failure && !failure.fields['orgId'] && failureText(t, failure);
  const mayShare = viewer.may('savedView:share');
  const isOfAll = viewer.roles.includes('root') || viewer.orgs.length === 0;

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    setFailure(null);
    try {
      await create({ variables: { input: { kind, name, search, hiddenColumns: [...hidden], orgId } } });
      notifySuccess(t('views.saved', { name }));
      setName('');
      onSaved();
    } catch (error) {
      setFailure(describeFailure(error));
    }
  }

  function handleOrg(id: string | null) {
    setOrgId(id);
    setFailure(null);
  }

  return (
    <form onSubmit={(event) => void handleSubmit(event)} noValidate>
      <Group align="flex-start" gap="xs">
        <TextInput
          label={t('views.saveAs')}
          placeholder={t('views.name')}
          value={name}
          maxLength={savedViewLimits.nameLength}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setFailure(null);
          }}
          error={problemOf('name') ?? unsaid}
          flex="1 1 220px"
        />
        {/* Root keeps the views of all orgs, also as a member of some. */}
        {mayShare && isOfAll && (
          <RecordSelect
            picker={pickers.org}
            label={t('views.forOrg')}
            placeholder={t('views.forMe')}
            value={orgId}
            onChange={handleOrg}
            error={problemOf('orgId')}
          />
        )}
        {mayShare && !isOfAll && (
          <NativeSelect
            label={t('views.for')}
            value={orgId ?? ''}
            onChange={(event) => handleOrg(event.currentTarget.value || null)}
            error={problemOf('orgId')}
            data={[
              { value: '', label: t('views.forMe') },
              ...viewer.orgs.map((org) => ({ value: org.id, label: org.name })),
            ]}
          />
        )}
        <Button type="submit" loading={loading} mt={{ base: 0, sm: 24 }}>
          {t('actions.save')}
        </Button>
      </Group>
    </form>
  );
}
