import { useApolloClient } from '@apollo/client/react';
import { Button, Group, Stack } from '@mantine/core';
import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { describeFailure, isOutdated, type Failure } from '../../api/failure.ts';
import { notifyFailure, notifyFailureOf } from '../../api/notify-failure.ts';
import { Dialog } from '../../ui/page/Dialog.tsx';
import { notifySuccess } from '../../ui/notify.tsx';
import { useIsShown } from '../use-leave.ts';
import { FormFailure } from './FormFailure.tsx';

interface Props {
  title: string;
  /** On the button that does it; absent when there is nothing to do. */
  action?: string | false;
  danger?: boolean;
  /** Whether what has to be known before it can be done is still being fetched: the button waits for it. */
  waits?: boolean;
  size?: 'sm' | 'md';
  /** Does it; false leaves the dialog open: what is missing is said at its field. @throws whatever the request throws. */
  run: () => unknown;
  /** Said when it is done. */
  done?: string;
  /** @returns whether the refusal is said at a field; in words of its own it is said above all others. */
  onRefused?: (refusal: Failure) => boolean;
  /**
   * Whether other parts of the page show what it changes: they are asked anew, after a refusal too, as it may be other than was thought. They
   * always are where it was refused as what is shown is no longer so.
   */
  refreshes?: boolean;
  children: ReactNode;
  onClose: () => void;
}

/** Asks what something takes, does it, and says why it was refused; closed when it is done. */
export function TaskDialog({ title, action, danger, size = 'sm', children, ...task }: Props) {
  const { run, done, onRefused, refreshes, waits = false } = task;
  const { t } = useTranslation();
  const client = useApolloClient();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);
  /** What was refused, for as long as nobody has closed it. */
  const refused = useRef<unknown>(null);
  const isClosed = useRef(false);
  const isShown = useIsShown();

  useEffect(function tellWithoutUs() {
    return () => {
      // What there is now may leave nothing to ask: the question goes, and why it was refused would go unseen.
      if (refused.current !== null) {
        notifyFailure(refused.current);
      }
    };
  }, []);
  function onClose() {
    refused.current = null;
    // Whoever closed it while it was being done may have another question open by the time that it is.
    if (!isClosed.current) {
      isClosed.current = true;
      task.onClose();
    }
  }

  // What cannot be read again says so where it is shown.
  const refresh = async (isWanted = refreshes) =>
    isWanted && (await client.refetchQueries({ include: 'active' }).catch(() => null));
  async function submit() {
    setBusy(true);
    setFailure(null);
    refused.current = null;
    try {
      if ((await run()) !== false) {
        if (done) {
          notifySuccess(done);
        }
        // Not closed before: what is done next is done to what there is now.
        await refresh();
        onClose();
      }
    } catch (error) {
      const refusal = describeFailure(error);
      const isSaid = onRefused?.(refusal) ?? false;
      if (isShown()) {
        refused.current = isSaid ? null : error;
        setFailure(isSaid ? null : refusal);
      } else {
        // Whoever closed it while it was being done believes that it is done.
        notifyFailureOf(title, error);
      }
      await refresh(refreshes || isOutdated(refusal));
    }
    setBusy(false);
  }
  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    void submit();
  }
  /** Ctrl+S does it from wherever one writes, as in the forms of records; one that lies below hears nothing of it. */
  function handleKey(event: KeyboardEvent<HTMLFormElement>) {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's') {
      event.preventDefault();
      event.stopPropagation();
      if (action && !busy && !waits) {
        event.currentTarget.requestSubmit();
      }
    }
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={handleSubmit} onKeyDown={handleKey} noValidate>
        <Stack>
          {failure && <FormFailure failure={failure} />}
          {children}
          <Group justify="flex-end">
            <Button variant="default" size={size} onClick={onClose}>
              {t('actions.discard')}
            </Button>
            {action && (
              <Button type="submit" size={size} {...(danger && { color: 'red' })} loading={busy || waits}>
                {action}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
