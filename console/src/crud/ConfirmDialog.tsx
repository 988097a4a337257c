import { Button, Text, type ButtonProps } from '@mantine/core';
import { useState } from 'react';
import { TaskDialog } from './form/TaskDialog.tsx';

interface Props {
  title: string;
  text: string;
  /** On the button that does it. */
  action: string;
  run: () => Promise<unknown>;
  /** Said when it is done. */
  done: string;
  /** Asks anew for what is shown around it, when it is done. */
  onDone?: () => void;
  /** Whether other parts of the page show what it takes away: they are asked anew. */
  refreshes?: boolean;
  onClose: () => void;
}

/** Asks before something is taken away that is not a record. */
export const ConfirmDialog = ({ text, run, onDone, ...task }: Props) => (
  <TaskDialog
    {...task}
    danger
    run={async () => {
      await run();
      onDone?.();
    }}
  >
    <Text fz="sm">{text}</Text>
  </TaskDialog>
);

interface ButtonOfProps extends Omit<Props, 'onClose'>, Pick<ButtonProps, 'size' | 'leftSection' | 'disabled'> {
  /** Whose it is, for who listens: there are several such buttons. */
  about?: string;
}

/** A button that asks before it takes something away. */
export function ConfirmButton({ about, size = 'xs', leftSection, disabled = false, ...question }: ButtonOfProps) {
  const [isAsking, setAsking] = useState(false);
  const { action } = question;
  return (
    <>
      <Button
        variant="default"
        size={size}
        leftSection={leftSection}
        disabled={disabled}
        aria-label={about && `${action}: ${about}`}
        onClick={() => setAsking(true)}
      >
        {action}
      </Button>
      {isAsking && <ConfirmDialog {...question} onClose={() => setAsking(false)} />}
    </>
  );
}
