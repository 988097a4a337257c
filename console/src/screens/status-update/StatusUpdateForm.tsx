import { useApolloClient, useMutation } from '@apollo/client/react';
import { Alert, Button, NativeSelect, Stack, Textarea } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { percentKinds } from '@noa/domain/status-kinds.ts';
import { createStatusUpdateInput, statusUpdateLimits } from '@noa/domain/status-update.ts';
import { statusLevels, type StatusLevel, type StatusUpdateKind } from '@noa/domain/vocabulary.ts';
import type { Failure } from '../../api/failure.ts';
import { notifyFailure } from '../../api/notify-failure.ts';
import { CreateStatusUpdateDocument } from '../../api/mutations/generated/create-status-update.graphql.ts';
import { pickedRecord } from '../../crud/picker/picked-record.ts';
import { paths } from '../../paths.ts';
import { pickers } from '../../pickers/pickers.ts';
import { ErrorSummary } from '../../crud/form/ErrorSummary.tsx';
import { RecordSelect } from '../../crud/picker/RecordSelect.tsx';
import { showSubmitError } from '../../crud/form/submit.ts';
import { fieldId, useValidatedForm } from '../../crud/form/use-validated-form.ts';
import { useIsHere, useIsShown } from '../../crud/use-leave.ts';
import { keepInTab, keptInTab } from '../../session/keep-in-tab.ts';
import { useViewer } from '../../session/viewer.ts';
import { ContainerReadingsDocument } from '../../status/status.graphql.ts';
import { IconInfo } from '../../ui/icons.ts';
import { notifySuccess } from '../../ui/notify.tsx';
import { KindTiles } from './KindTiles.tsx';
import { LastKnown } from './LastKnown.tsx';
import { sayOnce } from './say-once.ts';
import classes from './StatusUpdate.module.css';
import { ValueField } from './ValueField.tsx';

interface Props {
  /** The container that the address names. */
  containerId: string | null;
  /** Another is chosen; null for none. */
  onContainer: (containerId: string | null) => void;
}

/** What a technician says of one container, and then of the next. */
export function StatusUpdateForm({ containerId, onContainer }: Props) {
  const { t } = useTranslation(['statusUpdates', 'common']);
  const account = useViewer().id ?? '';
  const client = useApolloClient();
  const navigate = useNavigate();
  const isHere = useIsHere();
  const isShown = useIsShown();
  const [kept] = useState(() => findSavedForm(account, containerId));
  const [restored, setRestored] = useState(kept !== undefined);
  const form = useValidatedForm<StatusUpdateValues>(statusUpdateForm, { ...emptyValues, containerId, ...kept });
  const [create] = useMutation(CreateStatusUpdateDocument);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [attempts, setAttempts] = useState(0);
  function noteRefusal(why: Failure | null) {
    setFailure(why);
    setAttempts((count) => count + 1);
  }
  const element = useRef<HTMLFormElement>(null);
  const [isDone, setDone] = useState(false);
  const { values } = form;
  const { kind } = values;

  useEffect(
    function keepForm() {
      if (isWorthKeeping(values)) {
        keep(account, values);
      } else {
        dropSavedForm(account);
      }
    },
    [account, values],
  );
  useHotkeys([['mod+S', () => element.current?.requestSubmit()]], [], true);

  const set = (changed: Partial<StatusUpdateValues>) => form.setValues(changed);
  function handleContainer(id: string | null) {
    set({ containerId: id });
    onContainer(id);
  }
  function handleKind(next: StatusUpdateKind) {
    form.clearErrors();
    set({ kind: next, value: '' });
  }
  function handleClear() {
    setRestored(false);
    startAnew(valuesForNext({ kind }));
  }
  function startAnew(next: StatusUpdateValues) {
    form.setValues(next);
    form.clearErrors();
    setAttempts(0);
    onContainer(next.containerId);
  }

  useEffect(
    function followAddress() {
      if (containerId !== null && containerId !== form.getValues().containerId) {
        // Search or a link has led here: what was measured at the one before is not said of this.
        setRestored(false);
        startAnew({ ...valuesForNext({ kind }), containerId });
      }
    },
    // When the address names another, not as one is chosen in the form.
    // oxlint-disable-next-line react/exhaustive-deps
    [containerId],
  );

  /** What the container is called; its status is known anew afterwards. */
  async function labelOf(id: string): Promise<string> {
    const answer = await client
      .query({ query: ContainerReadingsDocument, variables: { id }, fetchPolicy: 'network-only' })
      .catch(() => undefined);
    return answer?.data?.container?.label ?? '';
  }

  async function save(output: StatusUpdateValues, goesOn: boolean): Promise<void> {
    setFailure(null);
    const input = statusUpdateForm.parse(output);
    try {
      await sayOnce(account, input, (told) => create({ variables: { input: told } }));
    } catch (error) {
      if (isShown()) {
        noteRefusal(showSubmitError(form, error));
      } else {
        // What was written is kept; whoever went on believes that it is saved.
        notifyFailure(error);
      }
      return;
    }
    notifySuccess(t('saved', { container: await labelOf(input.containerId), kind: t(`kinds.${input.kind}`) }));
    // What was written meanwhile is of the next one.
    if (!isHere() || JSON.stringify(form.getValues()) !== JSON.stringify(output)) {
      return;
    }
    dropSavedForm(account);
    setRestored(false);
    if (goesOn) {
      startAnew(valuesForNext({ kind }));
      document.getElementById(fieldId('containerId'))?.focus();
    } else {
      setDone(true);
      void navigate(paths.containers.view(input.containerId));
    }
  }
  const handleSubmit = form.onSubmit(
    async (output, event) => {
      if (isDone) {
        return; // saved already, and the container's page is on its way
      }
      await save(output, !leaves(event?.nativeEvent));
    },
    () => noteRefusal(null),
  );

  return (
    <form ref={element} className={classes.form} onSubmit={handleSubmit} noValidate>
      <Stack gap="md">
        <ErrorSummary
          name="statusUpdates"
          errors={form.errors}
          failure={failure}
          attempts={attempts}
          labels={kind && percentKinds.includes(kind) ? { value: t(`kinds.${kind}`) } : {}}
        />
        {restored && (
          <Alert color="blue" role="status" icon={<IconInfo aria-hidden />}>
            {t('draft')}
          </Alert>
        )}
        <RecordSelect
          picker={pickers.container}
          label={t('fields.containerId')}
          required
          {...form.getInputProps('containerId')}
          onChange={handleContainer}
        />
        <KindTiles value={kind} onChange={handleKind} error={textOf(form.getInputProps('kind').error)} />
        {values.containerId && kind && <LastKnown containerId={values.containerId} kind={kind} />}
        {kind && <ValueField kind={kind} field={form.getInputProps('value')} onChange={(value) => set({ value })} />}
        <NativeSelect
          label={t('fields.level')}
          {...form.getInputProps('level')}
          data={[
            { value: '', label: t('levelFromValue') },
            ...statusLevels.map((value) => ({ value, label: t(`common:values.statusLevel.${value}`) })),
          ]}
          value={values.level ?? ''}
          onChange={(event) => set({ level: (event.currentTarget.value || null) as StatusLevel | null })}
        />
        <Textarea
          label={t('fields.note')}
          autosize
          minRows={2}
          maxLength={statusUpdateLimits.noteLength}
          {...form.getInputProps('note')}
        />
      </Stack>
      <div className={classes.footer}>
        <Button type="submit" loading={form.submitting}>
          {t('saveAndNext')}
        </Button>
        <Button type="submit" value={leaving} variant="default" disabled={form.submitting}>
          {t('common:actions.save')}
        </Button>
        <Button variant="subtle" onClick={handleClear}>
          {t('common:actions.discard')}
        </Button>
      </div>
    </form>
  );
}

/** Marks the button that saves and goes to the container. */
const leaving = 'leave';

const leaves = (event: Event | undefined) =>
  event instanceof SubmitEvent && event.submitter instanceof HTMLButtonElement && event.submitter.value === leaving;

const textOf = (error: unknown) => (typeof error === 'string' ? error : undefined);

/** By account: the next one at this browser has a form of their own. It stays in its tab, as long as the tab does. */
const keyOf = (accountId: string) => `noa-status-update ${accountId}`;

/**
 * What was in the form when the page was left or loaded again.
 *
 * @param containerId - the container that the address names: what was written of another one is not said of this. Null: any.
 */
function findSavedForm(accountId: string, containerId: string | null): Partial<StatusUpdateValues> | undefined {
  const kept = keptInTab<Partial<StatusUpdateValues> | null>(keyOf(accountId), null);
  return kept && (containerId === null || kept.containerId === containerId) ? kept : undefined;
}

const keep = (accountId: string, values: StatusUpdateValues): void =>
  keepInTab(keyOf(accountId), JSON.stringify(values));

const dropSavedForm = (accountId: string): void => sessionStorage.removeItem(keyOf(accountId));

/** What the form holds. */
interface StatusUpdateValues {
  readonly containerId: string | null;
  readonly kind: StatusUpdateKind | null;
  readonly value: string;
  /** Null for the one that follows from the value. */
  readonly level: StatusLevel | null;
  readonly note: string;
}

const statusUpdateForm = z.safeExtend(createStatusUpdateInput, { containerId: pickedRecord });

/** The form for the next container: whoever goes from one to the next mostly does the same at each. */
const valuesForNext = ({ kind }: Pick<StatusUpdateValues, 'kind'>): StatusUpdateValues => ({
  containerId: null,
  kind,
  value: '',
  level: null,
  note: '',
});

const emptyValues = valuesForNext({ kind: null });

/** Whether there is something that would be a pity to lose. */
const isWorthKeeping = ({ value, note, level }: StatusUpdateValues): boolean =>
  value !== '' || note !== '' || level !== null;
