import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import { CopyId } from './values/CopyId.tsx';

/** Milliseconds after which a success leaves by itself (specification §9). */
const successMs = 4_000;

/** Mantine has six places for messages; this one is ours for successes. */
const successPosition = 'top-left';

const closeButton = () => ({ 'aria-label': i18next.t('actions.close') });

/** Says that something was done: in the header's band, where nothing stands that was changed (`styles.css`). */
export function notifySuccess(message: string): void {
  notifications.show({
    message,
    position: successPosition,
    color: 'green',
    autoClose: successMs,
    withBorder: true,
    closeButtonProps: closeButton(),
  });
}

export interface Trouble {
  readonly title: string;
  readonly message?: string;
  /** Under which the server's log has the cause. */
  readonly correlationId?: string | undefined;
  readonly onClose?: () => void;
}

/** Says that something failed, until it is closed. */
export function notifyError({ title, message, correlationId, onClose }: Trouble): void {
  notifications.show({
    title,
    color: 'red',
    autoClose: false,
    withBorder: true,
    closeButtonProps: closeButton(),
    role: 'alert',
    message: (
      <>
        {message}
        {correlationId && (
          <Text fz="xs" mt={4}>
            {i18next.t('correlationId')} <CopyId value={correlationId} />
          </Text>
        )}
      </>
    ),
    ...(onClose && { onClose }),
  });
}
