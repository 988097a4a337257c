import { Text } from '@mantine/core';
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
