import { useMutation } from '@apollo/client/react';
import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { SavedViewsQuery } from '../../api/generated/graphql.ts';
import { notifyFailure } from '../../api/notify-failure.ts';
import { DeleteSavedViewDocument } from '../../api/mutations/generated/delete-saved-view.graphql.ts';
import { SetDefaultSavedViewDocument } from '../../api/mutations/generated/set-default-saved-view.graphql.ts';
import { UpdateSavedViewDocument } from '../../api/mutations/generated/update-saved-view.graphql.ts';
import { useQuery } from '../../api/use-query.ts';
import { LoadingScreen } from '../../ui/page/LoadingPage.tsx';
import { notifySuccess } from '../../ui/notify.tsx';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import type { Filter } from '../define-resource.ts';
import { viewOf } from '../list/list-state.ts';
import { Outdated } from '../list/Outdated.tsx';
import { SavedViewsDocument } from './saved-view.graphql.ts';
import { SaveViewForm } from './SaveViewForm.tsx';
import { showsView } from './shows-view.ts';
import { ViewRow } from './ViewRow.tsx';

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
