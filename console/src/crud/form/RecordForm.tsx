import { Button, Group, Stack } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod/mini';
import type { Failure } from '../../api/failure.ts';
import { ErrorSummary } from './ErrorSummary.tsx';
import { RestoredDraft } from './rare-parts.tsx';
import classes from './RecordForm.module.css';
import { showSubmitError } from './submit.ts';
import { UnsavedGuard } from './UnsavedGuard.tsx';
import { useIsShown } from '../use-leave.ts';
import { draftOf, useDraft } from './use-draft.ts';
import { useValidatedForm, type FieldsOf } from './use-validated-form.ts';

export interface RecordFormProps<Values extends object, Output extends object> {
  /** Namespace of the field names. */
  name: string;
  /** Messages are locale keys. */
  schema: z.ZodMiniType<Output>;
  initial: Values;
  /** The version the form starts from; absent for a new record. */
  rowId?: string;
  /** Fields that never reach the browser's storage, not even as a draft. */
  secret?: readonly (keyof Values)[] | undefined;
  /** What the button that sends says; to save, when absent. */
  action?: string;
  /** The keys of the address that say which form is open, besides its route. */
  openBy?: string | readonly string[] | undefined;
  /** @returns false if the user thought better of it. Failures are shown on the fields they name. */
  save: (output: Output, base: { initial: Values; rowId: string | undefined }) => Promise<boolean>;
  /** @param isShown - whether the form is still open: who left it while it was sent has perhaps opened another. */
  onSaved: (isShown: boolean) => void;
  onCancel: () => void;
  children: (form: FieldsOf<Values>) => ReactNode;
}

/**
 * A form over one record, new or old: validates on leaving a field and from then on while typing, guards what is not saved,
 * and gets its draft back when the session ended in the middle.
 */
export function RecordForm<Values extends object, Output extends object>(props: RecordFormProps<Values, Output>) {
  const { name, schema, rowId, secret, action, openBy, save, onSaved, onCancel, children } = props;
  const { t } = useTranslation();
  const { draft, discardDraft, watchDraft } = useDraft<Values>();
  // Of the moment it was opened: the record may be read anew below it, and what others wrote meanwhile would count as changed back here.
  const [base, setBase] = useState({
    initial: draft ? { ...props.initial, ...draft.initial } : props.initial,
    rowId: draft?.rowId ?? rowId,
  });
  const form = useValidatedForm(schema, base.initial, name);
  const element = useRef<HTMLFormElement>(null);
  const done = useRef(false);
  const isShown = useIsShown();
  const [failure, setFailure] = useState<Failure | null>(null);
  /** How often it was sent in vain. */
  const [attempts, setAttempts] = useState(0);
  function noteRefusal(why: Failure | null) {
    setFailure(why);
    setAttempts((count) => count + 1);
  }
  const [restored, setRestored] = useState(draft !== undefined);

  useEffect(
    function restoreDraft() {
      if (draft) {
        form.setValues(draft.values);
      }
    },
    // Once, with what was found when the form opened.
    // oxlint-disable-next-line react/exhaustive-deps
    [],
  );
  useEffect(() =>
    watchDraft(() => (!done.current && form.isDirty() ? draftOf(base, form.getValues(), secret) : undefined)),
  );
  /** Goes on from the record as it is now, with nothing written. */
  function startAnew() {
    setBase({ initial: props.initial, rowId });
    form.setInitialValues(props.initial);
    form.setValues(props.initial);
  }
  const followRecord = useEffectEvent(() => {
    if (rowId !== base.rowId && !restored && !done.current && !form.isDirty()) {
      startAnew();
    }
  });
  useEffect(
    function followWhileUntouched() {
      followRecord();
    },
    [rowId],
  );
  useHotkeys([['mod+S', () => element.current?.requestSubmit()]], [], true);

  const handleSubmit = form.onSubmit(
    async (values) => {
      if (done.current) {
        return; // saved already, and the next screen is on its way
      }
      setFailure(null);
      try {
        if (await save(schema.parse(values), base)) {
          done.current = true;
          discardDraft();
          onSaved(isShown());
        }
      } catch (error) {
        noteRefusal(showSubmitError(form, error));
      }
    },
    () => noteRefusal(null),
  );

  function handleDiscardDraft() {
    discardDraft();
    setRestored(false);
    startAnew();
  }

  return (
    <form ref={element} onSubmit={handleSubmit} noValidate>
      <UnsavedGuard isDirty={() => !done.current && form.isDirty()} onDiscard={discardDraft} openBy={openBy} />
      <Stack gap="md" className={classes.fields}>
        <ErrorSummary name={name} errors={form.errors} failure={failure} attempts={attempts} />
        {restored && <RestoredDraft name={name} lost={draft?.lost ?? []} onDiscard={handleDiscardDraft} />}
        {children(form)}
      </Stack>
      <Group className={classes.footer}>
        {/* A field left by this very press would say what is wrong with it, and move the button from under the pointer. */}
        <Button type="submit" loading={form.submitting} onMouseDown={(event) => event.preventDefault()}>
          {action ?? t('actions.save')}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t('actions.discard')}
        </Button>
      </Group>
    </form>
  );
}
