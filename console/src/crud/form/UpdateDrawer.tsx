import { useApolloClient } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Permission } from '@noa/domain/permissions.ts';
import { describeFailure, isOutdated } from '../../api/failure.ts';
import { Dialog } from '../../ui/page/Dialog.tsx';
import { notifySuccess } from '../../ui/notify.tsx';
import { documentTitle } from '../../ui/page/breadcrumbs.ts';
import { useScreenTitle } from '../../ui/page/screen-title.ts';
import { changedFields, findConflicts, merge, type Choices, type FieldConflict } from './conflict.ts';
import { markSaved } from '../flash.ts';
import { NotAllowed } from '../list/ListEmpty.tsx';
import type { ConflictProps } from './ConflictDialog.tsx';
import { ConflictDialog } from './rare-parts.tsx';
import { RecordForm, type RecordFormProps } from './RecordForm.tsx';
import { useLeave } from '../use-leave.ts';

/** A form's values as their schema cleans them: what an update may send, all of it optional. */
type PatchOf<Values> = { readonly [Field in keyof Values]?: Values[Field] | undefined };

interface Props<Values extends object, Output extends PatchOf<Values>>
  extends
    Pick<RecordFormProps<Values, Output>, 'name' | 'openBy' | 'schema' | 'initial' | 'secret' | 'children'>,
    Pick<ConflictProps, 'pickers' | 'kind' | 'textOf'> {
  /** The drawer's title, where its form has no route of its own. */
  title?: string;
  permission: Permission;
  /** `viewerCanUpdate`: whether the permission reaches this very record. */
  record: { readonly id: string; readonly rowId: string; readonly viewerCanUpdate: boolean };
  /** Fields of which the API takes all or none. */
  together?: readonly (readonly (keyof Values)[])[];
  /** Writes the fields of `patch`; absent ones stay as they are. */
  update: (rowId: string, patch: Output) => Promise<unknown>;
  /** The record's own page. */
  view: string;
}

interface Question extends Pick<ConflictProps, 'conflicts' | 'updatedBy' | 'updatedAt'> {
  /** null: the user goes back to the form. */
  readonly answer: (choices: Choices | null) => void;
}

/** Changes a record, in a drawer over its view. Another user's changes meanwhile are settled field by field. */
export function UpdateDrawer<Values extends object, Output extends PatchOf<Values>>(props: Props<Values, Output>) {
  const { name, openBy, permission, record, schema, initial, secret, together, update, pickers, view } = props;
  const { kind, textOf } = props;
  const { t } = useTranslation([name, 'common']);
  const client = useApolloClient();
  const leave = useLeave();
  const [question, setQuestion] = useState<Question | null>(null);
  /** The record below is known to be otherwise by now. */
  const isOld = useRef(false);

  useEffect(
    function showAsItIs() {
      return () => {
        // Not before: with a record that is gone what was written here would go, too.
        if (isOld.current) {
          void client.refetchQueries({ include: 'active' });
        }
      };
    },
    [client],
  );

  const screenTitle = useScreenTitle();
  const title = props.title ?? screenTitle;

  useEffect(
    function nameTab() {
      const before = document.title;
      document.title = documentTitle(title);
      return () => {
        document.title = before;
      };
    },
    [title],
  );

  function ask(
    conflicts: readonly FieldConflict[],
    current: Readonly<Record<string, unknown>>,
  ): Promise<Choices | null> {
    return new Promise((resolve) => {
      setQuestion({
        conflicts,
        updatedBy: typeof current['updatedBy'] === 'string' ? current['updatedBy'] : null,
        updatedAt: String(current['updatedAt']),
        answer: (choices) => {
          setQuestion(null);
          resolve(choices);
        },
      });
    });
  }

  /** Only the fields of this form, as another user left them. */
  function valuesOf(current: Readonly<Record<string, unknown>>): Values {
    return Object.fromEntries(Object.keys(initial).map((field) => [field, current[field] ?? null])) as Values;
  }

  // Each round starts from a newer version of the record, until ours is written or the user gives up.
  async function save(output: Output, start: { initial: Values; rowId: string | undefined }): Promise<boolean> {
    let base = start.initial;
    let rowId = start.rowId ?? record.rowId;
    let mine: Values = { ...base, ...output };
    for (;;) {
      const patch = changedFields<Values>(base, mine, together);
      if (Object.keys(patch).length === 0) {
        return true;
      }
      try {
        await update(rowId, patch as Output);
        return true;
      } catch (error) {
        const failure = describeFailure(error);
        const { code, current } = failure;
        isOld.current ||= isOutdated(failure);
        if (code !== 'Conflict' || !current) {
          throw error;
        }
        const theirs = valuesOf(current);
        const conflicts = findConflicts(base, mine, theirs);
        const choices = await ask(conflicts, current);
        if (!choices) {
          return false;
        }
        mine = merge(theirs, conflicts, choices);
        base = theirs;
        rowId = String(current['rowId']);
      }
    }
  }

  function handleSaved(isShown: boolean) {
    markSaved(record.id);
    notifySuccess(t('common:saved'));
    void client.refetchQueries({ include: 'active' });
    if (isShown) {
      leave(view);
    }
  }

  return (
    <Dialog as="drawer" title={title} onClose={() => leave(view)}>
      {record.viewerCanUpdate ? (
        <RecordForm
          name={name}
          schema={schema}
          initial={initial}
          rowId={record.rowId}
          openBy={openBy}
          secret={secret}
          save={save}
          onSaved={handleSaved}
          onCancel={() => leave(view)}
        >
          {props.children}
        </RecordForm>
      ) : (
        <NotAllowed permission={permission} />
      )}
      {question && (
        <ConflictDialog
          name={name}
          conflicts={question.conflicts}
          updatedBy={question.updatedBy}
          updatedAt={question.updatedAt}
          {...(pickers && { pickers })}
          kind={kind}
          textOf={textOf}
          onSave={question.answer}
          onCancel={() => question.answer(null)}
        />
      )}
    </Dialog>
  );
}
